import type { Standings } from '../../cutover/createMirror';
import { failure, type Result } from '../../translation/result';
import type { HeadCalls, WorkerCalls } from './calls';
import { createMember, type Member, type MemberParts } from './createMember';
import type { Forked } from './forkWorker';

/** What a crew is made of. */
export interface CrewParts extends Omit<MemberParts, 'calls'> {
  /** Starts a process that waits for its plan. */
  readonly fork: () => Forked;
  readonly count: number;
  /** What workers may ask; `worker` numbers them. */
  readonly callsOf: (worker: number) => Omit<HeadCalls, 'hello'>;
  /** A worker will tell nothing any more. */
  readonly left: (worker: number) => void;
}

/** Workers that serve one port; whoever dies is replaced. */
export interface Crew {
  /** Starts them all; the origin that they serve together, or why the first of them could not. */
  readonly start: () => Promise<Result<string, readonly string[]>>;
  /** Workers that serve. */
  readonly serving: () => number;
  /** Asks every worker that serves; one that is gone meanwhile, or does not answer within 5 s, is left out. */
  readonly each: <Name extends keyof WorkerCalls>(
    name: Name,
    value: Parameters<WorkerCalls[Name]>[0],
  ) => Promise<Awaited<ReturnType<WorkerCalls[Name]>>[]>;
  /** Asks one of them, the same as long as it serves; no answer when there is none, or it does not answer in time. */
  readonly first: Crew['each'];
  /** Has all decide by these, and resolves within 5 s: by then whoever has not taken them is ended, and replaced. */
  readonly follow: (standings: Standings) => Promise<void>;
  /** Ends them all: each stops listening and finishes what it has. */
  readonly close: () => Promise<void>;
}

/** A worker that died is replaced after so long (ms): one that dies at its start must not keep the machine busy. */
const PAUSE = 500;

/** Prepares a crew; nothing runs yet. */
export function createCrew(parts: CrewParts): Crew {
  const { fork, count, callsOf, left, logger, clock } = parts;
  const all = new Set<Member>();
  const serving = new Set<Member>();
  let isClosing = false;

  const begin = (): Promise<Result<string, readonly string[]>> => {
    const worker = fork();
    const { id, process } = worker;
    const member = createMember(worker, { ...parts, calls: callsOf(id) });
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
    first: async (name, value) =>
      (
        await Promise.all(
          Array.from(serving, ({ ask }) => ask)
            .slice(0, 1)
            .map((ask) => ask(name, value)),
        )
      ).flat(),
    follow: async (standings) => {
      await Promise.all(Array.from(serving, ({ follow }) => follow(standings)));
    },
    close: async () => {
      isClosing = true;
      await Promise.all(Array.from(all, ({ end }) => end()));
    },
  };
}
