import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/configuration';
import { failure, type Result, success } from '../../contract/result';
import { type SqliteEngine, sqliteEngine } from '../../store/sqliteEngine';
import type { Closers } from '../closers';
import { reasonOf } from '../files';
import { sharingFault } from '../stores/openStores';
import type { Worker } from '../worker';
import type { ProcessFigures, WorkerPlan } from './workerMessages';
import { createWorkerPool, forkWorker, type WorkerPool } from './workerPool';

/** Divides the comparison's queue, so that the queues of all workers together are as long as that of one process. */
function configPerWorker(config: Config, count: number): Config {
  const { comparison } = config;
  const queue = Math.max(1, Math.floor(comparison.queue / count));
  return { ...config, comparison: { ...comparison, queue } };
}

const SECRET_BYTES = 32;

/** Fails if several processes may not share the stores. */
function sharable(config: Config, engine: SqliteEngine): Result<Config, readonly string[]> {
  const fault = sharingFault(config, engine);
  if (fault === undefined) return success(config);
  const hint = 'use Node 24, or a store on a PostgreSQL server with an index.secret';
  return failure([`--workers: ${fault}\n  = hint: ${hint}`]);
}

/**
 * Gives several processes one store and one secret, so that they can meet. Settings that would keep data in memory use
 * a file in a temporary folder instead, which only its owner can read and which is removed at the end. Fails if no file
 * can be created.
 */
export function withOneStore(
  { config, workers }: { readonly config: Config; readonly workers: number },
  closers: Closers,
  engine = sqliteEngine(),
): Result<Config, readonly string[]> {
  if (workers === 1) return success(config);
  const { secret } = config.index;
  const value = secret.kind === 'given' ? secret.value : randomBytes(SECRET_BYTES).toString('base64url');
  const index = { ...config.index, secret: { kind: 'given' as const, value } };
  if (config.store.kind !== 'memory' && index.store.kind !== 'memory')
    return sharable({ ...config, index }, engine);
  try {
    const folder = mkdtempSync(join(tmpdir(), 'lifeboat-store-'));
    closers.add(() => rmSync(folder, { recursive: true, force: true }));
    const storePlace = { kind: 'file' as const, file: join(folder, 'lifeboat.db') };
    const store = config.store.kind === 'memory' ? storePlace : config.store;
    const indexStore = index.store.kind === 'memory' ? storePlace : index.store;
    return sharable({ ...config, store, index: { ...index, store: indexStore } }, engine);
  } catch (error) {
    const text = `--workers: no file can be made where the processes meet: ${reasonOf(error)}`;
    return failure([`${text}\n  = hint: name a file with --store`]);
  }
}

/** Options of openCluster. */
interface ClusterOptions extends Omit<Parameters<typeof createWorkerPool>[0], 'fork' | 'plan'>, WorkerPlan {}

/** Prepares the workers without starting any. */
export function openCluster(options: ClusterOptions): WorkerPool {
  const { config, origins, sandbox, files, mappings, keyTable, tls, ...workerOptions } = options;
  const plan = {
    origins,
    sandbox,
    files,
    mappings,
    keyTable,
    tls,
    config: configPerWorker(config, workerOptions.count),
  };
  return createWorkerPool({ ...workerOptions, fork: forkWorker, plan });
}

/** The worker of this process, and those of the cluster. */
export interface Workers {
  readonly own: Worker;
  /** Absent if this process answers clients itself. */
  readonly cluster: WorkerPool | undefined;
  /** Asks each worker, including this process; leaves out a worker that does not answer in time. */
  readonly each: WorkerPool['each'];
}

/** Joins the worker of this process with those of the cluster. */
export const joinWorkers = (worker: Worker, cluster: WorkerPool | undefined): Workers => ({
  own: worker,
  cluster,
  each: async <Name extends keyof ProcessFigures>(figure: Name) => {
    const mine = (await worker.figures[figure]()) as Awaited<ReturnType<ProcessFigures[Name]>>;
    return [mine, ...((await cluster?.each(figure)) ?? [])];
  },
});
