import type { Aligned } from './aligned';
import { completed } from './completed';
import { longestSubsequence } from './longestSubsequence';

type Pair = readonly [number, number];

/** Insertions and deletions up to which it is tried: time and memory grow with the square of it. */
const MOST_EDITS = 200;

/** Elements between two common ones, paired in their order: the same ones, changed. */
function between([from1, from2]: Pair, [to1, to2]: Pair): Pair[] {
  const length = Math.min(to1 - from1, to2 - from2) - 1;
  return Array.from({ length }, (_, rank): Pair => [from1 + 1 + rank, from2 + 1 + rank]);
}

/** Pairs what stands in the same order on both sides, and what has changed in between; undefined where too much has. */
export function alignBySubsequence(v1: readonly string[], v2: readonly string[]): Aligned | undefined {
  const common = longestSubsequence(v1, v2, MOST_EDITS);
  if (common === undefined || common.length === 0) return undefined;
  let last: Pair = [-1, -1];
  const pairs: Pair[] = [];
  for (const pair of [...common, [v1.length, v2.length] as const]) {
    pairs.push(...between(last, pair), pair);
    last = pair;
  }
  pairs.pop();
  return completed('subsequence', pairs, [v1.length, v2.length]);
}
