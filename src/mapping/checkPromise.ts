import type { OperationContract } from '../contract/operation';
import { operations } from '../contract/v1/operations';
import type { Path } from '../document/document';
import { didYouMean } from '../document/didYouMean';
import type { Complaints } from './complaints';
import type { OperationEntry } from './mappingFile';

const promises: readonly OperationContract[] = Object.values(operations);

const shapeOf = (route: string): string => route.replaceAll(/\{\w+\}/g, '{}');

/** Query parameters that an operation reads. */
const readBy = ({ list, shownWith = {} }: OperationEntry): readonly string[] => [
  ...Object.values(shownWith),
  ...(list === undefined ? [] : [list.v1.page, list.v1.size]),
];

function checkQuery(
  entry: OperationEntry,
  promise: OperationContract,
  at: Path,
  complaints: Complaints,
): void {
  const promised = (promise.query ?? []).map(({ name }) => name);
  const read = readBy(entry);
  for (const name of promised.filter((parameter) => !read.includes(parameter))) {
    const message = `v1 takes ${name} in the query, and nothing reads it`;
    const hint = didYouMean(name, read) ?? 'use it in `list` or `shownWith`';
    complaints.report([...at, 'v1'], { code: 'query-unread', message, hint });
  }
  for (const name of read.filter((parameter) => !promised.includes(parameter))) {
    const message = `v1 takes no ${name} in the query`;
    complaints.report([...at, 'v1'], { code: 'query-unknown', message, hint: didYouMean(name, promised) });
  }
}

/**
 * Holds an operation against what v1 promises of its route: who needs a key, which query it takes, with which status it
 * answers. Nothing is known of a route that is not v1's own.
 */
export function checkPromise(name: string, entry: OperationEntry, complaints: Complaints): void {
  const at = ['operations', name];
  const promise = promises.find(({ method, path }) => shapeOf(`${method} ${path}`) === shapeOf(entry.v1));
  if (promise === undefined) return;
  checkQuery(entry, promise, at, complaints);
  if (promise.open !== entry.open) {
    const message = promise.open === true ? 'v1 asks for no key here' : 'v1 asks for a key here';
    const hint = promise.open === true ? 'add `open: true`' : 'delete it';
    complaints.report([...at, 'open'], { code: 'key-misfit', message, hint, part: 'key' });
  }
  if (promise.answerUnknown === true && entry.message === undefined) {
    const message = 'nothing says what v1 answers when nothing shows what the write has changed';
    complaints.report(at, { code: 'message-missing', message, hint: 'add `message: ...`', part: 'key' });
  }
  if (entry.success !== promise.status) {
    const message = `v1 answers ${promise.status} here`;
    const hint = `write ${promise.status}: it is what v1 answers, whichever 2xx v2 does`;
    complaints.report([...at, 'success'], { code: 'success-misfit', message, hint });
  }
}
