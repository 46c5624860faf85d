import { diffArrays } from 'diff';
import type { Alignment } from './answerPair';
import { isList, isMembers, type Tree } from '../../contract/readTree';
import { printTree } from './tree';

type Lists = readonly [readonly Tree[], readonly Tree[]];
type IndexPair = readonly [number, number];

/** Characters by which elements are distinguished: an array in an array is printed once for each level above it. */
const MAX_PRINTED_CHARACTERS = 4_000;

/** Pairs of elements of two arrays, as indexes. */
export interface Aligned {
  readonly how: Alignment;
  readonly pairs: readonly IndexPair[];
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

const leftOver = (length: number, takenIndexes: ReadonlySet<number>): number[] =>
  Array.from({ length }, (_, index) => index).filter((index) => !takenIndexes.has(index));

const isReordered = (pairs: readonly IndexPair[]): boolean =>
  pairs.some(([, v2], index) => index > 0 && v2 < (pairs[index - 1]?.[1] ?? 0));

/** Adds to pairs the unpaired elements, and if the order differs. The pairs come in v1's order. */
function completed(how: Alignment, pairs: readonly IndexPair[], sizes: IndexPair): Aligned {
  const onlyV1 = leftOver(sizes[0], new Set(pairs.map(([v1]) => v1)));
  const onlyV2 = leftOver(sizes[1], new Set(pairs.map(([, v2]) => v2)));
  return { how, pairs, onlyV1, onlyV2, reordered: isReordered(pairs) };
}

/** Most insertions and deletions: time and memory grow with their square. */
const MAX_EDITS = 200;

/** Pairs the elements between two common ones in their order, as changed versions of each other. */
function between([from1, from2]: IndexPair, [to1, to2]: IndexPair): IndexPair[] {
  const length = Math.min(to1 - from1, to2 - from2) - 1;
  return Array.from({ length }, (_, rank): IndexPair => [from1 + 1 + rank, from2 + 1 + rank]);
}

/** Finds the longest common subsequence of two lists as pairs of indexes; undefined after too many changes. */
function longestSubsequence(v1: readonly string[], v2: readonly string[]): IndexPair[] | undefined {
  const changes = diffArrays([...v1], [...v2], { maxEditLength: MAX_EDITS });
  if (changes === undefined) return undefined;
  let [at, index2] = [0, 0];
  const common: IndexPair[] = [];
  for (const { added, removed, count } of changes) {
    if (!added && !removed)
      for (let rank = 0; rank < count; rank += 1) common.push([at + rank, index2 + rank]);
    if (!added) at += count;
    if (!removed) index2 += count;
  }
  return common;
}

/** Pairs the elements in common order and the changed ones between them; undefined after too many changes. */
function alignBySubsequence(v1: readonly string[], v2: readonly string[]): Aligned | undefined {
  const common = longestSubsequence(v1, v2);
  if (common === undefined || common.length === 0) return undefined;
  let last: IndexPair = [-1, -1];
  const pairs: IndexPair[] = [];
  for (const pair of [...common, [v1.length, v2.length] as const]) {
    pairs.push(...between(last, pair), pair);
    last = pair;
  }
  pairs.pop();
  return completed('subsequence', pairs, [v1.length, v2.length]);
}

/** Pairs equal elements at any position; pairs the rest in order when both sides have equally many. */
function alignAsMultiset(v1: readonly string[], v2: readonly string[]): Aligned {
  const places = Map.groupBy(v2.keys(), (at) => v2[at]);
  for (const positions of places.values()) positions.reverse();
  const pairs = v1.flatMap((print, at): IndexPair[] => {
    const partner = places.get(print)?.pop();
    return partner === undefined ? [] : [[at, partner]];
  });
  const sizes = [v1.length, v2.length] as const;
  const aligned = completed('multiset', pairs, sizes);
  if (aligned.onlyV1.length !== aligned.onlyV2.length) return aligned;
  const leftovers = aligned.onlyV1.map((at, rank): IndexPair => [at, aligned.onlyV2[rank] ?? at]);
  return { ...aligned, pairs: [...pairs, ...leftovers], onlyV1: [], onlyV2: [] };
}

/** Prints a key as text, so that an id is the same as a number and as text. */
function keyText(tree: Tree | undefined): string | undefined {
  if (typeof tree === 'string') return tree;
  const isKey = tree !== undefined && tree !== null && typeof tree !== 'boolean';
  return isKey && !isList(tree) && !isMembers(tree) ? printTree(tree) : undefined;
}

/** Maps keys to positions; undefined when an element has no key, or two have the same. */
function indexByKey(list: readonly Tree[], name: string): ReadonlyMap<string, number> | undefined {
  const index = new Map<string, number>();
  for (const [at, element] of list.entries()) {
    const key = isMembers(element) ? keyText(element.get(name)) : undefined;
    if (key === undefined || index.has(key)) return undefined;
    index.set(key, at);
  }
  return index;
}

/** True for objects that have half of their members or more in common. */
function areAlike(tree1: Tree | undefined, tree2: Tree | undefined): boolean {
  if (!isMembers(tree1) || !isMembers(tree2)) return false;
  const same = [...tree1].filter(([name, value]) => {
    const its = tree2.get(name);
    return (
      its !== undefined && printTree(value, MAX_PRINTED_CHARACTERS) === printTree(its, MAX_PRINTED_CHARACTERS)
    );
  });
  return same.length * 2 >= Math.max(tree1.size, tree2.size);
}

/** Pairs leftover elements at the same position that are alike: the same element under another key. */
function renamed({ onlyV1, onlyV2 }: Aligned, [v1, v2]: Lists): IndexPair[] {
  const indexes2 = new Set(onlyV2);
  return onlyV1.filter((at) => indexes2.has(at) && areAlike(v1[at], v2[at])).map((at): IndexPair => [at, at]);
}

/** Pairs the elements with the same key; undefined when the key does not identify every element. */
function alignByKey(how: 'rule' | 'inferredKey', name: string, lists: Lists): Aligned | undefined {
  const [index1, index2] = [indexByKey(lists[0], name), indexByKey(lists[1], name)];
  if (index1 === undefined || index2 === undefined) return undefined;
  const pairs = [...index1].flatMap(([key, at]): IndexPair[] => {
    const partner = index2.get(key);
    return partner === undefined ? [] : [[at, partner]];
  });
  const sizes = [lists[0].length, lists[1].length] as const;
  const aligned = completed(how, pairs, sizes);
  const more = renamed(aligned, lists);
  if (more.length === 0) return aligned;
  return { ...completed(how, [...pairs, ...more], sizes), reordered: aligned.reordered };
}

const KEYS: readonly RegExp[] = [/^id$/, /_id$/, /^uuid$/, /^slug$/, /^name$/];

/** Lists the members of an element that look like a key, the likeliest first. */
function candidates(element: Tree | undefined): readonly string[] {
  if (!isMembers(element)) return [];
  const names = [...element.keys()];
  return KEYS.flatMap((looks) => names.filter((name) => looks.test(name)));
}

/** Pairs elements by the member that is a key in both arrays with most keys in common; undefined without one. */
function alignByInferredKey(lists: Lists): Aligned | undefined {
  const enough = Math.min(lists[0].length, lists[1].length) / 2;
  let best: Aligned | undefined;
  for (const name of candidates(lists[0][0])) {
    const aligned = alignByKey('inferredKey', name, lists);
    if (aligned === undefined) continue;
    if (aligned.pairs.length >= enough) return aligned;
    if (best === undefined || aligned.pairs.length > best.pairs.length) best = aligned;
  }
  return best;
}

function alignByPosition([v1, v2]: Lists): Aligned {
  const length = Math.min(v1.length, v2.length);
  const pairs = Array.from({ length }, (_, at): IndexPair => [at, at]);
  return completed('position', pairs, [v1.length, v2.length]);
}

/** Pairs elements without a key by their whole content. */
function alignByContent(lists: Lists, { unordered }: AlignmentWish): Aligned {
  const print = (element: Tree) => printTree(element, MAX_PRINTED_CHARACTERS);
  const [v1, v2] = [lists[0].map(print), lists[1].map(print)];
  const multiset = alignAsMultiset(v1, v2);
  const isShuffled =
    v1.length === v2.length && multiset.pairs.every(([at, partner]) => v1[at] === v2[partner]);
  if (unordered || (isShuffled && multiset.reordered)) return multiset;
  const equal = multiset.pairs.filter(([at, partner]) => v1[at] === v2[partner]).length;
  // The search for a missing element takes longest.
  if (equal === 0) return alignByPosition(lists);
  const subsequence = alignBySubsequence(v1, v2);
  if (subsequence !== undefined) return subsequence;
  return equal * 2 >= Math.min(v1.length, v2.length) ? multiset : alignByPosition(lists);
}

/**
 * Pairs the elements of two arrays by the first method that fits: the agreed key, an inferred key, a multiset, the
 * longest common subsequence, the position.
 */
export function alignLists(lists: Lists, wish: AlignmentWish): Aligned {
  if (lists[0].length === 0 || lists[1].length === 0) return alignByPosition(lists);
  const agreed = wish.key === undefined ? undefined : alignByKey('rule', wish.key, lists);
  return agreed ?? alignByInferredKey(lists) ?? alignByContent(lists, wish);
}
