import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../contract/clock';
import { compileInTurns, type Mappings } from '../../mapping/compile/loadMappings';
import { failure, type Result, success } from '../../contract/result';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import type { TryOptions } from '../../proof/laws/tryLaws';
import type { AskedCheck, CheckedFolder } from './checkCandidate';

/** Mappings that are ready to take over, and the fixtures they were tried with. */
export interface Candidate {
  readonly mappings: Mappings;
  readonly fixtures: readonly Fixture[];
}

/** What stands in a folder, checked; `unchanged`: what is in force already. */
type CandidateRead = Result<Candidate | 'unchanged', readonly string[]>;

/** The thread that checks candidates, so that requests are served meanwhile. */
export interface CandidateThread {
  /** Answers one question at a time. */
  readonly read: (folder: string, inForce: string) => Promise<CandidateRead>;
  readonly close: () => Promise<void>;
}

/** Enough to find a slip in a rule, few enough to be quick: the whole proof is `lifeboat check`. */
const reloadTrial: TryOptions = { runs: 20, seed: 20251130 };

/** A check takes some seconds; one that has not ended after this (ms) never will. */
const DEADLINE = 300_000;

/** The thread takes some 80 MB and two seconds to start: it is kept for as long as somebody is editing (ms). */
const IDLE = 60_000;

const extension = extname(__filename);
const program = join(__dirname, `checkCandidate${extension}`);
// Tests run the sources, which a thread cannot load by itself.
const execArgv = extension === '.ts' ? ['--require', require.resolve('tsx/cjs')] : [];

/** The next answer of a thread; rejects when it fails. */
function nextAnswer(thread: Worker): Promise<CheckedFolder> {
  return new Promise((resolve, reject) => {
    const answered = (answer: CheckedFolder): void => {
      thread.off('error', reject);
      resolve(answer);
    };
    thread.once('message', answered).once('error', reject);
  });
}

/** Starts the thread with the first question. */
export function createCandidateThread(
  clock: Pick<Clock, 'schedule'>,
  trial: TryOptions = reloadTrial,
): CandidateThread {
  let worker: Worker | undefined;
  let cancelTimer = (): void => undefined;

  const close = async (): Promise<void> => {
    cancelTimer();
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };
  const ask = async (asked: AskedCheck): Promise<CheckedFolder> => {
    cancelTimer();
    const thread = (worker ??= new Worker(program, { execArgv }));
    // A process that is about to end does not wait for a check.
    thread.unref();
    const answered = nextAnswer(thread);
    const late = new Promise<CheckedFolder>((resolve) => {
      cancelTimer = clock.schedule(DEADLINE, () => {
        resolve(failure([`the check has not ended after ${DEADLINE / 60_000} minutes`]));
        void close();
      });
    });
    thread.postMessage(asked);
    return Promise.race([late, answered]);
  };
  const check = async (asked: AskedCheck): Promise<CheckedFolder> => {
    try {
      const answer = await ask(asked);
      cancelTimer();
      cancelTimer = clock.schedule(IDLE, () => void close());
      return answer;
    } catch (thrown) {
      await close();
      throw thrown;
    }
  };
  return {
    read: async (folder, inForce) => {
      const checked = await check({ folder, inForce, trial });
      if (!checked.ok) return checked;
      if (checked.value === 'unchanged') return success('unchanged');
      const { texts, fixtures } = checked.value;
      const mappings = await compileInTurns(texts);
      if (!mappings.ok) throw new Error('the texts were compiled by the thread');
      return success({ mappings: mappings.value, fixtures });
    },
    close,
  };
}
