import { diffArrays } from 'diff';
import { isJsonObject, isNumber, type Json, ownMember } from '../../contract/json';
import { printSorted } from './values';

type Lists = readonly [readonly Json[], readonly Json[]];
type IndexPair = readonly [number, number];

/** Characters by which elements are distinguished: an array in an array is printed once for each level above it. */
const MAX_PRINTED_CHARACTERS = 4_000;

/** Pairs of elements of two arrays, as indexes. */
interface Aligned {
  /** True if nothing but the position pairs them: of the rest only its number counts. */
  readonly byPosition: boolean;
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
  readonly key?: string | undefined;
  readonly unordered: boolean;
}

const isReordered = (pairs: readonly IndexPair[]): boolean =>
  pairs.some(([, v2], index) => index > 0 && v2 < (pairs[index - 1]?.[1] ?? 0));

/** Adds to pairs the unpaired elements, and if the order differs. The pairs come in v1's order. */
function addLeftovers(pairs: readonly IndexPair[], sizes: IndexPair): Aligned {
  const [onlyV1 = [], onlyV2 = []] = sizes.map((size, side) => {
    const takenIndexes = new Set(pairs.map((pair) => pair[side]));
    return Array.from({ length: size }, (_, index) => index).filter((index) => !takenIndexes.has(index));
  });
  return { byPosition: false, pairs, onlyV1, onlyV2, reordered: isReordered(pairs) };
}

/** Most insertions and deletions: time and memory grow with their square. */
const MAX_EDITS = 200;

/** Pairs as many elements as both ranges have, in their order. */
const pairInOrder = ([from1, from2]: IndexPair, [to1, to2]: IndexPair): IndexPair[] =>
  Array.from({ length: Math.min(to1 - from1, to2 - from2) }, (_, rank) => [from1 + rank, from2 + rank]);

/**
 * Pairs the elements of the longest common subsequence, and the elements between two common ones in their order, as
 * changed versions of each other. Returns undefined after too many changes.
 */
function alignBySubsequence(v1: readonly string[], v2: readonly string[]): Aligned | undefined {
  const changes = diffArrays([...v1], [...v2], { maxEditLength: MAX_EDITS });
  if (changes === undefined) return undefined;
  const pairs: IndexPair[] = [];
  let changedFrom: IndexPair = [0, 0];
  let position: IndexPair = [0, 0];
  for (const { added, removed, count } of changes) {
    const end: IndexPair = [position[0] + count * Number(!added), position[1] + count * Number(!removed)];
    if (!added && !removed) {
      pairs.push(...pairInOrder(changedFrom, position), ...pairInOrder(position, end));
      changedFrom = end;
    }
    position = end;
  }
  return addLeftovers([...pairs, ...pairInOrder(changedFrom, position)], [v1.length, v2.length]);
}

/** Pairs equal texts at any position, each once. */
function pairEqual(v1: readonly string[], v2: readonly string[]): IndexPair[] {
  const positions = Map.groupBy(v2.keys(), (index) => v2[index]);
  // Reversed, because `pop` takes the last: the first position pairs first.
  for (const matches of positions.values()) matches.reverse();
  return v1.flatMap((text, index): IndexPair[] => {
    const partner = positions.get(text)?.pop();
    return partner === undefined ? [] : [[index, partner]];
  });
}

/** Pairs equal elements at any position. Pairs the rest in order when both sides have equally many. */
function alignAsMultiset(v1: readonly string[], v2: readonly string[]): Aligned {
  const pairs = pairEqual(v1, v2);
  const aligned = addLeftovers(pairs, [v1.length, v2.length]);
  if (aligned.onlyV1.length !== aligned.onlyV2.length) return aligned;
  const leftovers = aligned.onlyV1.map((index, rank): IndexPair => [index, aligned.onlyV2[rank] ?? index]);
  return { ...aligned, pairs: [...pairs, ...leftovers], onlyV1: [], onlyV2: [] };
}

/** Lists the keys of all elements as text. Returns undefined if an element has no key, or two have the same. */
function keysIn(list: readonly Json[], name: string): readonly string[] | undefined {
  const keys = new Set<string>();
  for (const element of list) {
    const key = (isJsonObject(element) && ownMember(element, name)) ?? null;
    if (typeof key === 'string') keys.add(key);
    else if (isNumber(key)) keys.add(printSorted(key));
  }
  return keys.size === list.length ? [...keys] : undefined;
}

/** Recognizes objects that have half of their members or more in common. */
function areAlike(value1: Json | undefined, value2: Json | undefined): boolean {
  if (!isJsonObject(value1) || !isJsonObject(value2)) return false;
  const printMember = (value: Json | undefined) => printSorted(value ?? null, MAX_PRINTED_CHARACTERS);
  const [names1, names2] = [Object.keys(value1), Object.keys(value2)];
  const same = names1.filter(
    (name) => Object.hasOwn(value2, name) && printMember(value1[name]) === printMember(value2[name]),
  );
  return same.length * 2 >= Math.max(names1.length, names2.length);
}

/** Pairs leftover elements at the same position that are alike: the same element under another key. */
function pairRenamed({ onlyV1, onlyV2 }: Aligned, [v1, v2]: Lists): IndexPair[] {
  const indexes2 = new Set(onlyV2);
  return onlyV1.filter((at) => indexes2.has(at) && areAlike(v1[at], v2[at])).map((at): IndexPair => [at, at]);
}

/** Pairs the elements with the same key. Returns undefined if the key does not identify every element. */
function alignByKey(name: string, lists: Lists): Aligned | undefined {
  const [keys1, keys2] = [keysIn(lists[0], name), keysIn(lists[1], name)];
  if (keys1 === undefined || keys2 === undefined) return undefined;
  const pairs = pairEqual(keys1, keys2);
  const sizes = [keys1.length, keys2.length] as const;
  const aligned = addLeftovers(pairs, sizes);
  const more = pairRenamed(aligned, lists);
  if (more.length === 0) return aligned;
  return { ...addLeftovers([...pairs, ...more], sizes), reordered: aligned.reordered };
}

const KEYS: readonly RegExp[] = [/^id$/, /_id$/, /^uuid$/, /^slug$/, /^name$/];

/** Lists the members of an element that look like a key, the likeliest first. */
function keyCandidates(element: Json | undefined): readonly string[] {
  const names = isJsonObject(element) ? Object.keys(element) : [];
  return KEYS.flatMap((looks) => names.filter((name) => looks.test(name)));
}

/** Pairs elements by the member that is a key in both arrays with most keys in common, if there is one. */
function alignByInferredKey(lists: Lists): Aligned | undefined {
  const enough = Math.min(lists[0].length, lists[1].length) / 2;
  let best: Aligned | undefined;
  for (const name of keyCandidates(lists[0][0])) {
    const aligned = alignByKey(name, lists);
    if (aligned === undefined) continue;
    if (aligned.pairs.length >= enough) return aligned;
    if (best === undefined || aligned.pairs.length > best.pairs.length) best = aligned;
  }
  return best;
}

function alignByPosition([v1, v2]: Lists): Aligned {
  const pairs = pairInOrder([0, 0], [v1.length, v2.length]);
  return { byPosition: true, pairs, onlyV1: [], onlyV2: [], reordered: false };
}

/** Pairs elements without a key by their whole content. */
function alignByContent(lists: Lists, { unordered }: AlignmentWish): Aligned {
  const print = (element: Json) => printSorted(element, MAX_PRINTED_CHARACTERS);
  const [v1, v2] = [lists[0].map(print), lists[1].map(print)];
  const multiset = alignAsMultiset(v1, v2);
  const equalCount = multiset.pairs.filter(([at, partner]) => v1[at] === v2[partner]).length;
  const isShuffled = equalCount === v1.length && equalCount === v2.length;
  if (unordered || (isShuffled && multiset.reordered)) return multiset;
  // The search for a missing element takes longest.
  if (equalCount === 0) return alignByPosition(lists);
  const subsequence = alignBySubsequence(v1, v2);
  if (subsequence !== undefined) return subsequence;
  return equalCount * 2 >= Math.min(v1.length, v2.length) ? multiset : alignByPosition(lists);
}

/**
 * Pairs the elements of two arrays by the first method that fits: the agreed key, an inferred key, a multiset, the
 * longest common subsequence, the position.
 */
export function alignLists(lists: Lists, wish: AlignmentWish): Aligned {
  if (lists[0].length === 0 || lists[1].length === 0) return alignByPosition(lists);
  const agreed = wish.key === undefined ? undefined : alignByKey(wish.key, lists);
  return agreed ?? alignByInferredKey(lists) ?? alignByContent(lists, wish);
}
