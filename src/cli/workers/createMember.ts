import type { Logger } from 'pino';
import type { Standings } from '../../cutover/createMirror';
import type { Clock } from '../../gateway/clock';
import { failure, type Result } from '../../translation/result';
import type { HeadCalls, WorkerCalls, WorkerPlan } from './calls';
import { createLink } from './createLink';
import type { Forked } from './forkWorker';
import { inTime } from './inTime';
import { portOver } from './portOver';

/** What the head knows of a worker. */
export interface MemberParts {
  /** What it begins with. */
  readonly plan: () => WorkerPlan;
  /** What it may ask. */
  readonly calls: Omit<HeadCalls, 'hello'>;
  /** Most time (ms) that it has to end. */
  readonly grace: number;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** One worker of a crew. */
export interface Member {
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
export function createMember({ id, process }: Forked, parts: MemberParts): Member {
  const { plan, calls, grace, logger, clock } = parts;
  const [listening, hello] = settledLater();
  const call = createLink<WorkerCalls>(portOver(process), { ...calls, hello });
  process.once('disconnect', hello);

  const ask: Member['ask'] = (name, value) => inTime(call(name, value), clock);
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
