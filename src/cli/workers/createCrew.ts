import type { Logger } from 'pino';
import type { Clock } from '../../gateway/clock';
import { failure, type Result } from '../../translation/result';
import type { HeadCalls, WorkerCalls, WorkerPlan } from './calls';
import { type Call, createLink } from './createLink';
import type { Forked } from './forkWorker';
import { portOver } from './portOver';

/** What a crew is made of. */
export interface CrewParts {
  /** Starts a process that waits for its plan. */
  readonly fork: () => Forked;
  readonly count: number;
  /** What a worker begins with, made anew for each. */
  readonly plan: () => WorkerPlan;
  /** What workers may ask; `worker` numbers them. */
  readonly callsOf: (worker: number) => Omit<HeadCalls, 'hello'>;
  /** A worker will tell nothing any more. */
  readonly left: (worker: number) => void;
  /** Most time (ms) that a worker has to end. */
  readonly grace: number;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Workers that serve one port; whoever dies is replaced. */
export interface Crew {
  /** Starts them all; the origin that they serve together, or why the first of them could not. */
  readonly start: () => Promise<Result<string, readonly string[]>>;
  /** Workers that serve. */
  readonly serving: () => number;
  /** Asks every worker that serves; one that is gone meanwhile is left out. */
  readonly each: <Name extends keyof WorkerCalls>(
    name: Name,
    value: Parameters<WorkerCalls[Name]>[0],
  ) => Promise<Awaited<ReturnType<WorkerCalls[Name]>>[]>;
  /** Ends them all: each stops listening and finishes what it has. */
  readonly close: () => Promise<void>;
}

/** A worker that died is replaced after so long (ms): one that dies at its start must not keep the machine busy. */
const PAUSE = 500;
/** Beyond its own grace time, ms. */
const PATIENCE = 2_000;

/** A promise, and what settles it. */
function settledLater(): [Promise<void>, () => void] {
  let settle = (): void => undefined;
  return [new Promise<void>((resolve) => (settle = resolve)), () => settle()];
}

/** Brings to a worker that serves what has changed since its plan was made. */
async function bringUpToDate(call: Call<WorkerCalls>, given: WorkerPlan, newest: WorkerPlan): Promise<void> {
  const { standings, mappings } = newest;
  const late = [call('standings', standings)];
  if (mappings !== given.mappings) late.push(call('mappings', mappings));
  await Promise.allSettled(late);
}

/** Prepares a crew; nothing runs yet. */
export function createCrew(parts: CrewParts): Crew {
  const { fork, count, plan, callsOf, left, grace, logger, clock } = parts;
  const all = new Set<Forked>();
  const serving = new Map<Forked, Call<WorkerCalls>>();
  let isClosing = false;

  const begin = async (): Promise<Result<string, readonly string[]>> => {
    const worker = fork();
    all.add(worker);
    const [listening, hello] = settledLater();
    const call = createLink<WorkerCalls>(portOver(worker.process), { ...callsOf(worker.id), hello });
    worker.process.once('disconnect', hello);
    // Not its exit: what it has told comes before the end of the channel.
    worker.process.once('disconnect', () => left(worker.id));
    worker.process.once('exit', (code, signal) => {
      all.delete(worker);
      serving.delete(worker);
      if (isClosing) return;
      logger.error({ worker: worker.id, code, signal }, 'a worker has ended and is replaced');
      clock.schedule(PAUSE, () => void replace());
    });
    await listening;
    const given = plan();
    const begun = await call('begin', given).catch(() => failure(['a worker has ended before it served']));
    if (!begun.ok) {
      worker.process.kill('SIGKILL');
      return begun;
    }
    serving.set(worker, call);
    await bringUpToDate(call, given, plan());
    return begun;
  };
  const replace = async (): Promise<void> => {
    if (isClosing) return;
    const begun = await begin();
    if (!begun.ok) logger.error({ reasons: begun.failure }, 'a worker could not be replaced');
  };
  const end = async (worker: Forked): Promise<void> => {
    const [ended, settle] = settledLater();
    worker.process.once('exit', settle);
    worker.process.kill('SIGTERM');
    const stop = clock.schedule(grace + PATIENCE, () => worker.process.kill('SIGKILL'));
    await ended;
    stop();
  };
  return {
    start: async () => {
      const begun = await Promise.all(Array.from({ length: count }, begin));
      return begun.find(({ ok }) => !ok) ?? begun[0] ?? failure(['no workers']);
    },
    serving: () => serving.size,
    each: async (name, value) => {
      const answers = await Promise.allSettled([...serving.values()].map((call) => call(name, value)));
      return answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    },
    close: async () => {
      isClosing = true;
      await Promise.all([...all].map(end));
    },
  };
}
