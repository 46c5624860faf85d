import { parentPort } from 'node:worker_threads';
import { type AskedDocuments, type DocumentPages, makeDocuments } from './makeDocuments';
import { type AskedCheck, checkCandidate, type CheckedFolder } from './checkCandidate';
import { type AskedTrial, type TriedMapping, tryMapping } from './tryMapping';
import type { Result } from '../../contract/result';

/** Work of the thread, with its answer; plain data, so that both can change threads. */
export interface ThreadWork {
  readonly check: (askedCheck: AskedCheck) => Promise<CheckedFolder>;
  readonly documents: (askedDocuments: AskedDocuments) => DocumentPages;
  readonly trial: (askedTrial: AskedTrial) => Promise<Result<TriedMapping, readonly string[]>>;
}

/** A piece of work for the thread. */
export type MappingsTask = {
  readonly [Name in keyof ThreadWork]: {
    readonly name: Name;
    readonly asked: Parameters<ThreadWork[Name]>[0];
  };
}[keyof ThreadWork];

const work: ThreadWork = { check: checkCandidate, documents: makeDocuments, trial: tryMapping };

async function perform({ name, asked: request }: MappingsTask): Promise<void> {
  // A task always pairs a name with its own request.
  const perform = work[name] as (what: typeof request) => unknown;
  parentPort?.postMessage(await perform(request));
}

// A throw ends the thread, and its `error` event rejects the waiting task.
parentPort?.on('message', (task: MappingsTask) => void perform(task));
