import type { Field } from '../contract/field';
import type { Subject } from '../drift/subject';
import type { ResolvedResource } from '../mapping/resolveFile';
import type { ResolvedOperation } from '../mapping/resolveOperation';

const listOf = (element: Field): Field => ({
  kind: 'list',
  element,
  nullable: false,
  optional: false,
  secret: false,
});

/** What one operation's calls answer with; nothing of an answer whose body is not read. */
function answersOf({ operation, ownAnswer }: ResolvedOperation, resource: Field): Subject[] {
  const { method, template, unread } = operation.v2;
  const endpoint = `${method} ${template}`;
  if (unread === true) return [];
  if (ownAnswer !== undefined) return [{ endpoint, at: 'body', field: ownAnswer.v2, guarded: true }];
  const field = operation.list === undefined ? resource : listOf(resource);
  return [{ endpoint, at: 'data', field, guarded: true }];
}

/** The list behind an index, of which a few fields are read. */
function listsOf({ operation }: ResolvedOperation, resource: Field): Subject[] {
  if (operation.lookup === undefined) return [];
  const endpoint = `GET ${operation.lookup.index.path}`;
  return [{ endpoint, at: 'data', field: listOf(resource), guarded: false }];
}

/** What there is to watch in v2's answers: those of every operation, and the lists behind the indexes. */
export function driftSubjects(resources: readonly ResolvedResource[]): readonly Subject[] {
  const all = resources.flatMap(({ v2, operations }) => [
    // A list that is also an answer is held against the contract as one: the later wins.
    ...operations.flatMap((operation) => listsOf(operation, v2)),
    ...operations.flatMap((operation) => answersOf(operation, v2)),
  ]);
  return [...new Map(all.map((subject) => [subject.endpoint, subject])).values()];
}
