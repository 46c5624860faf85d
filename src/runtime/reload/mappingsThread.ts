import { join } from 'node:path';
import Piscina from 'piscina';
import { type Clock, MINUTE_MS } from '../../contract/clock';
import { failure, type Result, success } from '../../contract/result';
import { compileWhileServing, type DateStyles, type Mappings } from '../../mapping/compile/loadMappings';
import type { Fixture } from '../../mapping/yaml/fixtureFile';
import { usualTrial } from '../../proof/laws/usualTrial';
import type { TryOptions } from '../../proof/laws/tryLaws';
import type { AskedTrial, MappingsTask, ThreadWork } from './mappingsThreadProgram';

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

/** Time (ms) after which a task counts as hung: tasks take some seconds. */
const DEADLINE_MS = 5 * MINUTE_MS;

/** Idle time (ms) after which the thread ends: its start takes 80 MB and two seconds, so edits share one. */
const IDLE_TIMEOUT_MS = MINUTE_MS;

const lateError = (what: string) =>
  failure([`the ${what} has not ended after ${DEADLINE_MS / MINUTE_MS} minutes`]);

/** Compiles the texts that the thread has checked: compiled operations hold functions and cannot change threads. */
async function candidateOf(checked: Answer<'check'>): Promise<CandidateRead> {
  if (!checked.ok) return checked;
  if (checked.value === 'unchanged') return success('unchanged');
  const { texts, fixtures } = checked.value;
  const mappings = await compileWhileServing(texts);
  if (!mappings.ok) throw new Error('the texts were compiled by the thread');
  return success({ mappings: mappings.value, fixtures });
}

/** Thread that checks candidates and makes documents, while the process goes on serving requests. */
export type MappingsThread = ReturnType<typeof createMappingsThread>;

/** Creates the thread's handle. The thread starts with the first task and does one task at a time. */
export function createMappingsThread(clock: Pick<Clock, 'schedule'>, trial: TryOptions = usualTrial) {
  const thread = new Piscina<MappingsTask, unknown>({
    filename: join(__dirname, 'mappingsThreadProgram.js'),
    name: 'performTask',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_TIMEOUT_MS,
  });
  /** Performs a task. Resolves with undefined if the thread has not ended it in time. */
  const perform = async <Name extends keyof ThreadWork>(task: MappingsTask & { readonly name: Name }) => {
    const deadline = new AbortController();
    const stop = clock.schedule(DEADLINE_MS, () => deadline.abort());
    try {
      return (await thread.run(task, { signal: deadline.signal })) as Answer<Name>;
    } catch (thrown) {
      if (deadline.signal.aborted) return undefined;
      throw thrown;
    } finally {
      stop();
    }
  };
  const check = async (source: MappingSource, inForce: string): Promise<Answer<'check'>> =>
    (await perform({ name: 'check', asked: { ...source, inForce, trial } })) ?? lateError('check');
  return {
    /** Reads and checks a folder, unless its texts are in force. */
    read: async (source: MappingSource, inForce: string): Promise<CandidateRead> =>
      candidateOf(await check(source, inForce)),
    /** Checks a folder, whatever is in force. */
    check: (source: MappingSource) => check(source, ''),
    /** Makes the documents of mappings. Rejects when the thread fails. */
    documents: async (asked: Parameters<ThreadWork['documents']>[0]): Promise<Answer<'documents'>> => {
      const pages = await perform({ name: 'documents', asked });
      if (pages === undefined) throw new Error('the documents were not made in time');
      return pages;
    },
    /** Tries other mappings on recorded pairs. Rejects when the thread fails. */
    trial: async (asked: Omit<AskedTrial, 'trial'>): Promise<Answer<'trial'>> =>
      (await perform({ name: 'trial', asked: { ...asked, trial } })) ?? lateError('trial'),
    close: () => thread.destroy(),
  };
}
