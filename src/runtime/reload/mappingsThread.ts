import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../../contract/clock';
import { compileInTurns, type DateStyles, type Mappings } from '../../mapping/compile/loadMappings';
import { failure, type Result, success } from '../../contract/result';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import type { TryOptions } from '../../proof/laws/tryLaws';
import type { AskedTrial } from './tryMapping';
import type { MappingsTask, ThreadWork } from './mappingsThreadProgram';

/** Mappings that are ready to take over, and the fixtures that were played with them. */
export interface Candidate {
  readonly mappings: Mappings;
  readonly fixtures: readonly Fixture[];
}

/** Checked contents of a folder; `unchanged`: they are already in force. */
type CandidateRead = Result<Candidate | 'unchanged', readonly string[]>;

type Answer<Name extends keyof ThreadWork> = Awaited<ReturnType<ThreadWork[Name]>>;

/** Folder of the mappings, and the settings that replace values in its files. */
export interface MappingSource {
  readonly folder: string;
  readonly dates?: DateStyles | undefined;
}

/** Thread that checks candidates and makes documents, while the process goes on serving requests. */
export interface MappingsThread {
  /** Reads and checks a folder. */
  readonly read: (source: MappingSource, inForce: string) => Promise<CandidateRead>;
  /** Makes the documents of mappings; rejects when the thread fails. */
  readonly documents: (
    askedDocuments: Parameters<ThreadWork['documents']>[0],
  ) => Promise<Answer<'documents'>>;
  /** Tries other mappings on recorded pairs; rejects when the thread fails. */
  readonly trial: (askedTrial: Omit<AskedTrial, 'trial'>) => Promise<Answer<'trial'>>;
  readonly close: () => Promise<void>;
}

/**
 * Trial of a reload: enough runs to find a mistake in a rule, and few enough to be quick. The whole proof is `lifeboat
 * check`.
 */
const reloadTrial: TryOptions = { runs: 20, seed: 20251130 };

const MINUTE = 60_000;

/** Time (ms) after which a task counts as hung: tasks take some seconds. */
const DEADLINE = 5 * MINUTE;

/**
 * Idle time (ms) after which the thread ends: its start takes some 80 MB and two seconds, so edits share one thread.
 */
const IDLE = MINUTE;

const program = join(__dirname, 'mappingsThreadProgram.js');

/** Waits for the next answer of a thread; rejects when the thread fails. */
function nextAnswer(thread: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const answered = (answer: unknown): void => {
      thread.off('error', reject);
      resolve(answer);
    };
    thread.once('message', answered).once('error', reject);
  });
}

/** Compiles the texts that the thread has checked: compiled operations hold functions and cannot change threads. */
async function candidateOf(checked: Answer<'check'>): Promise<CandidateRead> {
  if (!checked.ok) return checked;
  if (checked.value === 'unchanged') return success('unchanged');
  const { texts, fixtures } = checked.value;
  const mappings = await compileInTurns(texts);
  if (!mappings.ok) throw new Error('the texts were compiled by the thread');
  return success({ mappings: mappings.value, fixtures });
}

/** Creates the thread's handle; the thread starts with the first task and does one task at a time. */
export function createMappingsThread(
  clock: Pick<Clock, 'schedule'>,
  trial: TryOptions = reloadTrial,
): MappingsThread {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let cancelTimer = (): void => undefined;

  const end = async (): Promise<void> => {
    cancelTimer();
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };
  /** Performs a task; resolves with undefined if the thread has not ended it in time. */
  const perform = async (task: MappingsTask): Promise<unknown> => {
    cancelTimer();
    const thread = (worker ??= new Worker(program));
    // A process that is about to end does not wait for a task.
    thread.unref();
    const answered = nextAnswer(thread);
    const late = new Promise<undefined>((resolve) => {
      cancelTimer = clock.schedule(DEADLINE, () => {
        resolve(undefined);
        void end();
      });
    });
    thread.postMessage(task);
    try {
      const answer = await Promise.race([late, answered]);
      cancelTimer();
      if (answer !== undefined) cancelTimer = clock.schedule(IDLE, () => void end());
      return answer;
    } catch (thrown) {
      await end();
      throw thrown;
    }
  };
  const inTurn = async <Name extends keyof ThreadWork>(task: MappingsTask & { readonly name: Name }) => {
    const mine = last.then(() => perform(task));
    last = mine.catch(() => undefined);
    return (await mine) as Answer<Name> | undefined;
  };
  return {
    read: async ({ folder, dates }, inForce) => {
      const checked = await inTurn({ name: 'check', asked: { folder, dates, inForce, trial } });
      if (checked === undefined)
        return failure([`the check has not ended after ${DEADLINE / MINUTE} minutes`]);
      return candidateOf(checked);
    },
    documents: async (askedDocuments) => {
      const madeDocuments = await inTurn({ name: 'documents', asked: askedDocuments });
      if (madeDocuments === undefined) throw new Error('the documents were not made in time');
      return madeDocuments;
    },
    trial: async (askedTrial) => {
      const tried = await inTurn({ name: 'trial', asked: { ...askedTrial, trial } });
      return tried ?? failure([`the trial has not ended after ${DEADLINE / MINUTE} minutes`]);
    },
    close: end,
  };
}
