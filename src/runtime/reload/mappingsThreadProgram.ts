import { parentPort } from 'node:worker_threads';
import { type AskedDocuments, type DocumentPages, makeDocuments } from './makeDocuments';
import { type AskedCheck, checkCandidate, type CheckedFolder } from './checkCandidate';

/** Work of the thread, with its answer; plain data, so that both can change threads. */
export interface ThreadWork {
  readonly check: (asked: AskedCheck) => Promise<CheckedFolder>;
  readonly documents: (asked: AskedDocuments) => DocumentPages;
}

/** A piece of work for the thread. */
export type ThreadTask = {
  readonly [Name in keyof ThreadWork]: {
    readonly name: Name;
    readonly asked: Parameters<ThreadWork[Name]>[0];
  };
}[keyof ThreadWork];

async function perform(task: ThreadTask): Promise<void> {
  const answer = await (task.name === 'check' ? checkCandidate(task.asked) : makeDocuments(task.asked));
  parentPort?.postMessage(answer);
}

// A throw ends the thread, and its `error` event rejects the waiting task.
parentPort?.on('message', (task: ThreadTask) => void perform(task));
