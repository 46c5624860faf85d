import type { IndexEntry } from './indexStore';

/** Ids are digits, perhaps more than a double holds: the longer is the higher. */
function newerFirst(one: string, other: string): number {
  if (one.length !== other.length) return other.length - one.length;
  if (one === other) return 0;
  return one < other ? 1 : -1;
}

/** Offers with one login, best first: preferred ones, then the newest. */
export const rank = (candidates: readonly IndexEntry[]): readonly IndexEntry[] =>
  candidates.length < 2
    ? candidates
    : candidates.toSorted(
        (one, other) => Number(other.preferred) - Number(one.preferred) || newerFirst(one.id, other.id),
      );
