import type { Path } from '../document/document';
import type { Complaints } from './complaints';
import type { OperationEntry } from './mappingFile';
import type { Each } from './operation';
import type { BodyFeed } from './resolvePath';

/** Finds the path parameter that is filled once for each id; complains of what does not go together with that. */
export function resolveEach(
  { message, list, answer, v2 }: Pick<OperationEntry, 'message' | 'list' | 'answer' | 'v2'>,
  feeds: readonly BodyFeed[],
  at: Path,
  complaints: Complaints,
): Each | undefined {
  const [feed, another] = feeds.filter(({ kind }) => kind === 'each');
  if (feed === undefined) {
    const mayShowNothing = answer === undefined && !v2.startsWith('GET ');
    if (message === undefined || mayShowNothing) return undefined;
    const text = 'there is neither an `each` nor a write of the resource whose success this could tell of';
    complaints.report([...at, 'message'], { code: 'message-unused', message: text, part: 'key' });
    return undefined;
  }
  if (another !== undefined) {
    const text = 'only one path parameter can be filled once for each element';
    complaints.report([...at, 'path', another.fills], { code: 'each-twice', message: text, part: 'key' });
  }
  if (message === undefined) {
    const text = 'nothing says what v1 answers when all calls went well';
    complaints.report(at, {
      code: 'message-missing',
      message: text,
      hint: 'add `message: ...`',
      part: 'key',
    });
  }
  for (const [name, value] of Object.entries({ list, answer })) {
    if (value === undefined) continue;
    const text = `${name} does not go together with one call for each element`;
    complaints.report([...at, name], { code: 'each-misfit', message: text, part: 'key' });
  }
  return { member: feed.member, fills: feed.fills, message: message ?? '' };
}
