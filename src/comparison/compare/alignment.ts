import { diffArrays } from 'diff';
import type { Alignment } from './answerPair';

/** Which elements of two arrays belong together, as indexes. */
export interface Aligned {
  readonly how: Alignment;
  readonly pairs: readonly (readonly [number, number])[];
  /** Elements of v1 that v2 does not have, and the other way round. */
  readonly onlyV1: readonly number[];
  readonly onlyV2: readonly number[];
  /** True when what belongs together stands in another order. */
  readonly reordered: boolean;
}

/** What has been agreed about the elements of an array. */
export interface AlignmentWish {
  /** The member by which they are paired. */
  readonly key?: string;
  readonly unordered: boolean;
}

/** The indexes below a length that are not taken. */
const leftOver = (length: number, taken: ReadonlySet<number>): number[] =>
  Array.from({ length }, (_, index) => index).filter((index) => !taken.has(index));

type Pairs = readonly (readonly [number, number])[];

/** True when the second of each pair does not come after that of the pair before. */
const isReordered = (pairs: Pairs): boolean =>
  pairs.some(([, v2], index) => index > 0 && v2 < (pairs[index - 1]?.[1] ?? 0));

/** Completes pairs by what they leave over, and by whether the order is another one. The pairs come in v1's order. */
export function completed(how: Alignment, pairs: Pairs, sizes: readonly [number, number]): Aligned {
  const onlyV1 = leftOver(sizes[0], new Set(pairs.map(([v1]) => v1)));
  const onlyV2 = leftOver(sizes[1], new Set(pairs.map(([, v2]) => v2)));
  return { how, pairs, onlyV1, onlyV2, reordered: isReordered(pairs) };
}

type TextPair = readonly [number, number];

/** Insertions and deletions up to which it is tried: time and memory grow with the square of it. */
const MOST_EDITS = 200;

/** Elements between two common ones, paired in their order: the same ones, changed. */
function between([from1, from2]: TextPair, [to1, to2]: TextPair): TextPair[] {
  const length = Math.min(to1 - from1, to2 - from2) - 1;
  return Array.from({ length }, (_, rank): TextPair => [from1 + 1 + rank, from2 + 1 + rank]);
}

/** The longest common subsequence of two lists as pairs of indexes; undefined where they are too far apart. */
function longestSubsequence(v1: readonly string[], v2: readonly string[]): TextPair[] | undefined {
  const changes = diffArrays([...v1], [...v2], { maxEditLength: MOST_EDITS });
  if (changes === undefined) return undefined;
  let [at, other] = [0, 0];
  const common: TextPair[] = [];
  for (const { added, removed, count } of changes) {
    if (!added && !removed)
      for (let rank = 0; rank < count; rank += 1) common.push([at + rank, other + rank]);
    if (!added) at += count;
    if (!removed) other += count;
  }
  return common;
}

/** Pairs what stands in the same order on both sides, and what has changed in between; undefined where too much has. */
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
