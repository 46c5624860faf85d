import cluster from 'node:cluster';
import type { Logger } from 'pino';
import { type Channel, createLink, portOver } from './processLink';
import type { Clock } from '../../contract/clock';
import type { Standings } from '../../cutover/servingCutover';
import { failure, type Result } from '../../contract/result';
import type { PrimaryCalls, WorkerCalls, WorkerPlan } from './clusterCalls';

/** A process that has been started to work, numbered. */
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

/** Starts one that listens where its siblings do, and waits for its plan. */
export function forkWorker(): Forked {
  cluster.setupPrimary({ args: ['worker'], serialization: 'advanced' });
  return cluster.fork();
}

/** Half of the time (ms) that another process has to answer: after a halt of this one every timer is due at once. */
const HALF = 2_500;

/** What is answered, alone in a list; the list is empty when the answer is a fault, or does not come within 5 s. */
export function inTime<Value>(
  answer: Promise<Value>,
  clock: Pick<Clock, 'schedule'>,
): Promise<readonly Value[]> {
  return new Promise((resolve) => {
    const settle = (values: readonly Value[]): void => {
      stop();
      resolve(values);
    };
    let stop = clock.schedule(HALF, () => {
      stop = clock.schedule(HALF, () => settle([]));
    });
    answer.then(
      (value) => settle([value]),
      () => settle([]),
    );
  });
}

/** What the head knows of a worker. */
interface WorkerHandleParts {
  /** What it begins with. */
  readonly plan: () => WorkerPlan;
  /** What it may ask. */
  readonly calls: Omit<PrimaryCalls, 'hello'>;
  /** Most time (ms) that it has to end. */
  readonly grace: number;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** One worker of a crew. */
interface WorkerHandle {
  /** Lets it serve, calls back when it does, and brings it what has changed meanwhile; or says why it cannot. */
  readonly begin: (serves: () => void) => Promise<Result<string, readonly string[]>>;
  /** What it answers, alone in a list; the list is empty when it is gone or late. */
  readonly ask: <Name extends keyof WorkerCalls>(
    name: Name,
    value: Parameters<WorkerCalls[Name]>[0],
  ) => Promise<readonly Awaited<ReturnType<WorkerCalls[Name]>>[]>;
  /** Has it decide by these; one that does not take them in time is ended, for it would go on by old ones. */
  readonly follow: (standings: Standings) => Promise<void>;
  /** It stops listening and finishes what it has. */
  readonly end: () => Promise<void>;
}

/** Beyond its own grace time, ms. */
const PATIENCE = 2_000;

/** A promise, and what settles it. */
function settledLater(): [Promise<void>, () => void] {
  let settle = (): void => undefined;
  return [new Promise<void>((resolve) => (settle = resolve)), () => settle()];
}

/** Makes a worker of a process that has just been started. */
function createWorkerHandle({ id, process }: Forked, parts: WorkerHandleParts): WorkerHandle {
  const { plan, calls, grace, logger, clock } = parts;
  const [listening, hello] = settledLater();
  const call = createLink<WorkerCalls>(portOver(process), { ...calls, hello });
  process.once('disconnect', hello);

  const ask: WorkerHandle['ask'] = (name, value) => inTime(call(name, value), clock);
  const follow = async (standings: Standings): Promise<void> => {
    const answered = await ask('standings', standings);
    if (answered.length > 0 || !process.connected) return;
    logger.error({ worker: id }, 'a worker does not take the stages and is ended');
    process.kill('SIGKILL');
  };
  return {
    ask,
    follow,
    begin: async (serves) => {
      await listening;
      const given = plan();
      const begun = await call('begin', given).catch(() => failure(['a worker has ended before it served']));
      if (!begun.ok) {
        process.kill('SIGKILL');
        return begun;
      }
      serves();
      const now = plan();
      await Promise.all([
        follow(now.standings),
        now.mappings === given.mappings ? undefined : ask('mappings', now.mappings),
        now.keyTable === given.keyTable ? undefined : ask('keyTable', now.keyTable),
        now.tls === given.tls ? undefined : ask('tls', now.tls),
      ]);
      return begun;
    },
    end: async () => {
      const [ended, settle] = settledLater();
      process.once('exit', settle);
      process.kill('SIGTERM');
      const stop = clock.schedule(grace + PATIENCE, () => process.kill('SIGKILL'));
      await ended;
      stop();
    },
  };
}

/** What a crew is made of. */
interface WorkerPoolParts extends Omit<WorkerHandleParts, 'calls'> {
  /** Starts a process that waits for its plan. */
  readonly fork: () => Forked;
  readonly count: number;
  /** What workers may ask; `worker` numbers them. */
  readonly callsOf: (worker: number) => Omit<PrimaryCalls, 'hello'>;
  /** A worker will tell nothing any more. */
  readonly left: (worker: number) => void;
}

/** Workers that serve one port; whoever dies is replaced. */
export interface WorkerPool {
  /** Starts them all; the origin that they serve together, or why the first of them could not. */
  readonly start: () => Promise<Result<string, readonly string[]>>;
  /** Workers that serve. */
  readonly serving: () => number;
  /** Asks every worker that serves; one that is gone meanwhile, or does not answer within 5 s, is left out. */
  readonly each: <Name extends keyof WorkerCalls>(
    name: Name,
    value: Parameters<WorkerCalls[Name]>[0],
  ) => Promise<Awaited<ReturnType<WorkerCalls[Name]>>[]>;
  /** Has all decide by these, and resolves within 5 s: by then whoever has not taken them is ended, and replaced. */
  readonly follow: (standings: Standings) => Promise<void>;
  /** Ends them all: each stops listening and finishes what it has. */
  readonly close: () => Promise<void>;
}

/** A worker that died is replaced after so long (ms): one that dies at its start must not keep the machine busy. */
const PAUSE = 500;

/** Prepares a crew; nothing runs yet. */
export function createWorkerPool(parts: WorkerPoolParts): WorkerPool {
  const { fork, count, callsOf, left, logger, clock } = parts;
  const all = new Set<WorkerHandle>();
  const serving = new Set<WorkerHandle>();
  let isClosing = false;

  const begin = (): Promise<Result<string, readonly string[]>> => {
    const worker = fork();
    const { id, process } = worker;
    const member = createWorkerHandle(worker, { ...parts, calls: callsOf(id) });
    all.add(member);
    // Not its exit: what it has told comes before the end of the channel.
    process.once('disconnect', () => left(id));
    process.once('exit', (code, signal) => {
      all.delete(member);
      serving.delete(member);
      if (isClosing) return;
      logger.error({ worker: id, code, signal }, 'a worker has ended and is replaced');
      clock.schedule(PAUSE, () => void replace());
    });
    return member.begin(() => serving.add(member));
  };
  const replace = async (): Promise<void> => {
    if (isClosing) return;
    const begun = await begin();
    if (!begun.ok) logger.error({ reasons: begun.failure }, 'a worker could not be replaced');
  };
  return {
    start: async () => {
      const begun = await Promise.all(Array.from({ length: count }, begin));
      return begun.find(({ ok }) => !ok) ?? begun[0] ?? failure(['no workers']);
    },
    serving: () => serving.size,
    each: async (name, value) =>
      (await Promise.all(Array.from(serving, ({ ask }) => ask(name, value)))).flat(),
    follow: async (standings) => {
      await Promise.all(Array.from(serving, ({ follow }) => follow(standings)));
    },
    close: async () => {
      isClosing = true;
      await Promise.all(Array.from(all, ({ end }) => end()));
    },
  };
}
