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
const leftOver = (length: number, taken: ReadonlySet<number>): number[] =>
  Array.from({ length }, (_, index) => index).filter((index) => !taken.has(index));

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

type IndexPair = readonly [number, number];
type Texts = readonly string[];

/** Furthest reach in v1 on each diagonal, by its number (index in v1 minus index in v2). */
type Reach = ReadonlyMap<number, number>;

/** Where the path to a diagonal comes from: from above (an element only in v2) or from the left (only in v1). */
const comesFromAbove = (reach: Reach, diagonal: number, edits: number): boolean =>
  diagonal === -edits ||
  (diagonal !== edits && (reach.get(diagonal - 1) ?? -1) < (reach.get(diagonal + 1) ?? -1));

function startOn(reach: Reach, diagonal: number, edits: number): number {
  if (edits === 0) return 0;
  return comesFromAbove(reach, diagonal, edits)
    ? (reach.get(diagonal + 1) ?? 0)
    : (reach.get(diagonal - 1) ?? 0) + 1;
}

/** One more edit: how far each diagonal reaches then, equal elements walked over for nothing. */
function reachWith(edits: number, before: Reach, v1: Texts, v2: Texts): Map<number, number> {
  const reach = new Map<number, number>();
  for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
    let at = startOn(before, diagonal, edits);
    while (at < v1.length && at - diagonal < v2.length && v1[at] === v2[at - diagonal]) at += 1;
    reach.set(diagonal, at);
  }
  return reach;
}

/** Walks the way back from the end and collects the elements that are common. */
function pairsAlong(trace: readonly Reach[], v1: Texts, v2: Texts): IndexPair[] {
  const pairs: IndexPair[] = [];
  let [at, other] = [v1.length, v2.length];
  for (let edits = trace.length - 1; edits >= 0; edits -= 1) {
    const before = trace[edits - 1] ?? new Map<number, number>();
    const diagonal = at - other;
    const start = startOn(before, diagonal, edits);
    while (at > start) pairs.push([--at, --other]);
    if (edits > 0 && comesFromAbove(before, diagonal, edits)) other -= 1;
    else at -= 1;
  }
  return pairs.reverse();
}

/**
 * The longest common subsequence of two lists as pairs of indexes (Myers, "An O(ND) Difference Algorithm", 1986), as
 * long as the lists are at most so many insertions and deletions apart; undefined when they are further.
 */
function longestSubsequence(v1: Texts, v2: Texts, mostEdits: number): readonly IndexPair[] | undefined {
  if (Math.abs(v1.length - v2.length) > mostEdits) return undefined;
  const trace: Reach[] = [];
  for (let edits = 0; edits <= mostEdits; edits += 1) {
    const reach = reachWith(edits, trace.at(-1) ?? new Map<number, number>(), v1, v2);
    trace.push(reach);
    if ((reach.get(v1.length - v2.length) ?? -1) >= v1.length) return pairsAlong(trace, v1, v2);
  }
  return undefined;
}

type TextPair = readonly [number, number];

/** Most insertions and deletions: time and memory grow with their square. */
const MOST_EDITS = 200;

/** Pairs the elements between two common ones in their order, as changed versions of each other. */
function between([from1, from2]: TextPair, [to1, to2]: TextPair): TextPair[] {
  const length = Math.min(to1 - from1, to2 - from2) - 1;
  return Array.from({ length }, (_, rank): TextPair => [from1 + 1 + rank, from2 + 1 + rank]);
}

/** Pairs the elements in common order and the changed ones between them; undefined after too many changes. */
export function alignBySubsequence(v1: readonly string[], v2: readonly string[]): Aligned | undefined {
  const common = longestSubsequence(v1, v2, MOST_EDITS);
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
