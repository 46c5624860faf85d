import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { type Channel, createLink, portOver } from './processLink';
import { inTime } from './inTime';
import type { Clock } from '../../contract/clock';
import { failure, type Result } from '../../contract/result';
import type { PrimaryCalls, WorkerCalls, WorkerPlan } from './clusterCalls';

/** A started worker process and its number. */
export interface Forked {
  readonly id: number;
  readonly process: Channel & {
    readonly kill: (signal: NodeJS.Signals) => unknown;
    readonly once: (
      event: 'exit',
      action: (code: number | null, signal: NodeJS.Signals | null) => void,
    ) => unknown;
  };
}

/**
 * Starts a worker process, which shares the port with the others and waits for its plan. Workers take connections from the
 * system themselves: one that was handed to a worker that then died would be neither answered nor closed.
 */
export function forkWorker(): Forked {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ args: ['worker'], serialization: 'advanced' });
  return cluster.fork();
}

/** Options of createWorkerHandle. */
interface WorkerHandleParts {
  /** Returns the plan in force now. */
  readonly plan: () => WorkerPlan;
  /** Functions of this process that the worker may call. */
  readonly calls: Omit<PrimaryCalls, 'hello'>;
  /** Most time (ms) that the worker has to end. */
  readonly grace: number;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Controls one worker process. */
interface WorkerHandle {
  /**
   * Starts to serve, calls `serves` then, and sends changes made meanwhile; or returns the reason why it cannot. Later it
   * calls `mayEnd` before it ends a worker that does not answer.
   */
  readonly begin: (serves: () => void, mayEnd: () => boolean) => Promise<Result<string, readonly string[]>>;
  /** Resolves to the answer alone in a list; the list is empty if the worker has disconnected or is late. */
  readonly ask: <Name extends keyof WorkerCalls>(
    name: Name,
    value: Parameters<WorkerCalls[Name]>[0],
  ) => Promise<readonly Awaited<ReturnType<WorkerCalls[Name]>>[]>;
  /** Ends the worker, which stops listening and finishes its requests. */
  readonly end: () => Promise<void>;
}

/** Time (ms) beyond a worker's own grace time before it is killed. */
const PATIENCE = 2_000;

/** Pause (ms) between two questions whether a worker still answers. */
const PING = 1_000;

/** Creates a promise and the function that resolves it. */
export function settledLater(): [Promise<void>, () => void] {
  let settle = (): void => undefined;
  return [new Promise<void>((resolve) => (settle = resolve)), () => settle()];
}

/** Creates the control of a process that has just been started. */
function createWorkerHandle({ id, process }: Forked, parts: WorkerHandleParts): WorkerHandle {
  const { plan, calls, grace, logger, clock } = parts;
  const [listening, resolve] = settledLater();
  let canListen = false;
  const hello = (): void => {
    canListen = true;
    resolve();
  };
  const call = createLink<WorkerCalls>(portOver(process), { ...calls, hello });
  process.once('disconnect', resolve);

  const ask: WorkerHandle['ask'] = (name, value) => inTime(call(name, value), clock);
  /** Ends a worker that does not answer any more: the clients that are connected to it would wait for ever. */
  const attend = async (mayEnd: () => boolean): Promise<void> => {
    const answered = await ask('ping', undefined);
    if (!process.connected) return;
    if (answered.length > 0 || !mayEnd()) {
      rest = clock.schedule(PING, () => void attend(mayEnd));
      return;
    }
    logger.error({ worker: id }, 'a worker does not answer and is ended');
    process.kill('SIGKILL');
  };
  let rest = (): void => undefined;
  process.once('disconnect', () => rest());
  return {
    ask,
    begin: async (serves, mayEnd) => {
      await listening;
      const given = plan();
      const begun = await call('begin', given).catch(() => failure(['a worker has ended before it served']));
      if (!begun.ok) {
        process.kill('SIGKILL');
        return begun;
      }
      serves();
      void attend(mayEnd);
      const now = plan();
      await Promise.all([
        now.mappings === given.mappings ? undefined : ask('mappings', now.mappings),
        now.keyTable === given.keyTable ? undefined : ask('keyTable', now.keyTable),
        now.tls === given.tls ? undefined : ask('tls', now.tls),
      ]);
      return begun;
    },
    end: async () => {
      const [ended, settle] = settledLater();
      process.once('exit', settle);
      if (canListen) call('end', undefined).catch(() => undefined);
      else process.kill('SIGTERM');
      const stop = clock.schedule(grace + PATIENCE, () => process.kill('SIGKILL'));
      await ended;
      stop();
    },
  };
}

/** Options of createWorkerPool. */
interface WorkerPoolParts extends WorkerHandleParts {
  /** Starts a process that waits for its plan. */
  readonly fork: () => Forked;
  readonly count: number;
}

/** Worker processes that serve one port; one that dies, or does not answer for 5 s, is replaced. */
export interface WorkerPool {
  /** Starts all workers; returns their common origin, or the first reason why one cannot start. */
  readonly start: () => Promise<Result<string, readonly string[]>>;
  /** Returns the number of workers that serve. */
  readonly serving: () => number;
  /** Asks every serving worker; one that disconnects or does not answer within 5 s is left out. */
  readonly each: <Name extends keyof WorkerCalls>(
    name: Name,
    value: Parameters<WorkerCalls[Name]>[0],
  ) => Promise<Awaited<ReturnType<WorkerCalls[Name]>>[]>;
  /** Ends all workers: each stops listening and finishes its requests. */
  readonly close: () => Promise<void>;
}

/** Pause (ms) before a dead worker is replaced: one that dies at its start must not keep the machine busy. */
const PAUSE = 500;

/** Creates the pool; no process runs yet. */
export function createWorkerPool(parts: WorkerPoolParts): WorkerPool {
  const { fork, count, logger, clock } = parts;
  const [all, serving] = [new Set<WorkerHandle>(), new Set<WorkerHandle>()];
  let isClosing = false;

  const begin = (): Promise<Result<string, readonly string[]>> => {
    const worker = fork();
    const { id, process } = worker;
    const handle = createWorkerHandle(worker, parts);
    all.add(handle);
    process.once('exit', (code, signal) => {
      for (const workers of [all, serving]) workers.delete(handle);
      if (isClosing) return;
      logger.error({ worker: id, code, signal }, 'a worker has ended and is replaced');
      clock.schedule(PAUSE, () => void replace());
    });
    return handle.begin(
      () => serving.add(handle),
      // Without a worker nobody has the port: another program could take it before the replacement does.
      () => (count === 1 || serving.size > 1) && serving.delete(handle),
    );
  };
  const isOpen = (): boolean => !isClosing;
  const replace = async (): Promise<void> => {
    const begun = isOpen() ? await begin() : undefined;
    // One that is ended by the end of all has not failed.
    if (begun?.ok === false && isOpen())
      logger.error({ reasons: begun.failure }, 'a worker could not be replaced');
  };
  return {
    start: async () => {
      const begun = await Promise.all(Array.from({ length: count }, begin));
      return begun.find(({ ok }) => !ok) ?? begun[0] ?? failure(['no workers']);
    },
    serving: () => serving.size,
    each: async (name, value) =>
      (await Promise.all(Array.from(serving, ({ ask }) => ask(name, value)))).flat(),
    close: async () => {
      isClosing = true;
      await Promise.all(Array.from(all, ({ end }) => end()));
    },
  };
}
