import type { Unlisted } from './createUnlisted';

/** One list of what several processes have been asked for that no operation answers, the most frequent first. */
export function mergeUnlisted(lists: readonly (readonly Unlisted[])[]): readonly Unlisted[] {
  const merged = new Map<string, Unlisted>();
  for (const seen of lists.flat()) {
    const key = `${seen.method} ${seen.shape}`;
    const { requests = 0, byV1 = 0, callers = [] } = merged.get(key) ?? {};
    merged.set(key, {
      ...seen,
      requests: requests + seen.requests,
      byV1: byV1 + seen.byV1,
      callers: [...new Set([...callers, ...seen.callers])],
    });
  }
  return [...merged.values()].sort((one, other) => other.requests - one.requests);
}
