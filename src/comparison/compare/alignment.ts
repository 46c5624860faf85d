import { diffArrays } from 'diff';
import type { Alignment } from './answerPair';

/** Pairs of elements of two arrays, as indexes. */
export interface Aligned {
  readonly how: Alignment;
  readonly pairs: readonly (readonly [number, number])[];
  /** Elements that only one of the two arrays has. */
  readonly onlyV1: readonly number[];
  readonly onlyV2: readonly number[];
  /** True when the paired elements are in another order. */
  readonly reordered: boolean;
}

/** Agreed way to pair the elements of an array. */
export interface AlignmentWish {
  /** Member that identifies an element. */
  readonly key?: string;
  readonly unordered: boolean;
}

/** Lists the indexes below a length that are not taken. */
const leftOver = (length: number, takenIndexes: ReadonlySet<number>): number[] =>
  Array.from({ length }, (_, index) => index).filter((index) => !takenIndexes.has(index));

type Pairs = readonly (readonly [number, number])[];

/** True when some pair's v2 index is lower than that of the pair before. */
const isReordered = (pairs: Pairs): boolean =>
  pairs.some(([, v2], index) => index > 0 && v2 < (pairs[index - 1]?.[1] ?? 0));

/** Adds to pairs the unpaired elements, and if the order differs. The pairs come in v1's order. */
export function completed(how: Alignment, pairs: Pairs, sizes: readonly [number, number]): Aligned {
  const onlyV1 = leftOver(sizes[0], new Set(pairs.map(([v1]) => v1)));
  const onlyV2 = leftOver(sizes[1], new Set(pairs.map(([, v2]) => v2)));
  return { how, pairs, onlyV1, onlyV2, reordered: isReordered(pairs) };
}

type TextPair = readonly [number, number];

/** Most insertions and deletions: time and memory grow with their square. */
const MAX_EDITS = 200;

/** Pairs the elements between two common ones in their order, as changed versions of each other. */
function between([from1, from2]: TextPair, [to1, to2]: TextPair): TextPair[] {
  const length = Math.min(to1 - from1, to2 - from2) - 1;
  return Array.from({ length }, (_, rank): TextPair => [from1 + 1 + rank, from2 + 1 + rank]);
}

/** Finds the longest common subsequence of two lists as pairs of indexes; undefined after too many changes. */
function longestSubsequence(v1: readonly string[], v2: readonly string[]): TextPair[] | undefined {
  const changes = diffArrays([...v1], [...v2], { maxEditLength: MAX_EDITS });
  if (changes === undefined) return undefined;
  let [at, index2] = [0, 0];
  const common: TextPair[] = [];
  for (const { added, removed, count } of changes) {
    if (!added && !removed)
      for (let rank = 0; rank < count; rank += 1) common.push([at + rank, index2 + rank]);
    if (!added) at += count;
    if (!removed) index2 += count;
  }
  return common;
}

/** Pairs the elements in common order and the changed ones between them; undefined after too many changes. */
export function alignBySubsequence(v1: readonly string[], v2: readonly string[]): Aligned | undefined {
  const common = longestSubsequence(v1, v2);
  if (common === undefined || common.length === 0) return undefined;
  let last: TextPair = [-1, -1];
  const pairs: TextPair[] = [];
  for (const pair of [...common, [v1.length, v2.length] as const]) {
    pairs.push(...between(last, pair), pair);
    last = pair;
  }
  pairs.pop();
  return completed('subsequence', pairs, [v1.length, v2.length]);
}
