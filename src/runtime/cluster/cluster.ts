import type { Worker } from '../worker';
import type { Figure, ProcessFigures } from './workerMessages';
import type { WorkerPool } from './workerPool';

/** The worker of this process, and those of the cluster. */
export interface Workers {
  readonly own: Worker;
  /** Absent if this process answers clients itself. */
  readonly cluster: WorkerPool | undefined;
  /** Asks each worker, including this process; leaves out a worker that does not answer in time. */
  readonly each: WorkerPool['each'];
}

/** Joins the worker of this process with those of the cluster. */
export const joinWorkers = (own: Worker, cluster: WorkerPool | undefined): Workers => ({
  own,
  cluster,
  each: async <Name extends keyof ProcessFigures>(figure: Name) => {
    const mine = (await own.figures[figure]()) as Figure<Name>;
    return [mine, ...((await cluster?.each(figure)) ?? [])];
  },
});
