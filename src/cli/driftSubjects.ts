import type { Subject } from '../drift/subject';
import type { ResolvedResource } from '../mapping/resolveFile';

function subjectsOf({ v2, operations }: ResolvedResource): Subject[] {
  const list = { kind: 'list', element: v2, nullable: false, optional: false, secret: false } as const;
  return operations.flatMap(({ operation }) => {
    const { method, template } = operation.v2;
    const answer = { endpoint: `${method} ${template}`, data: v2, guarded: true };
    if (operation.lookup === undefined) return [answer];
    return [answer, { endpoint: `GET ${operation.lookup.index.path}`, data: list, guarded: false }];
  });
}

/** What there is to watch in v2's answers: those of every operation, and the lists behind the indexes. */
export function driftSubjects(resources: readonly ResolvedResource[]): readonly Subject[] {
  const subjects = resources.flatMap(subjectsOf);
  return [...new Map(subjects.map((subject) => [subject.endpoint, subject])).values()];
}
