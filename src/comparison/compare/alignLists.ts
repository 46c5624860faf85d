import { alignBySubsequence, type Aligned, type AlignmentWish, completed } from './alignment';
import { isList, isMembers, type Tree } from '../../contract/readTree';
import { printTree } from './tree';

type MultisetPair = readonly [number, number];

/** Pairs equal elements at any position; pairs the rest in order when both sides have equally many. */
function alignAsMultiset(v1: readonly string[], v2: readonly string[]): Aligned {
  const places = new Map<string, number[]>();
  for (const [at, print] of [...v2.entries()].reverse()) {
    const positions = places.get(print);
    if (positions === undefined) places.set(print, [at]);
    else positions.push(at);
  }
  const pairs = v1.flatMap((print, at): MultisetPair[] => {
    const partner = places.get(print)?.pop();
    return partner === undefined ? [] : [[at, partner]];
  });
  const sizes = [v1.length, v2.length] as const;
  const aligned = completed('multiset', pairs, sizes);
  if (aligned.onlyV1.length !== aligned.onlyV2.length) return aligned;
  const leftovers = aligned.onlyV1.map((at, rank): MultisetPair => [at, aligned.onlyV2[rank] ?? at]);
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

type KeyedLists = readonly [readonly Tree[], readonly Tree[]];
type KeyedPair = readonly [number, number];

/** Characters of a member that are compared. */
const MAX_KEY_CHARACTERS = 4_000;

/** True for objects that have half of their members or more in common. */
function areAlike(tree1: Tree | undefined, tree2: Tree | undefined): boolean {
  if (!isMembers(tree1) || !isMembers(tree2)) return false;
  const same = [...tree1].filter(([name, value]) => {
    const its = tree2.get(name);
    return its !== undefined && printTree(value, MAX_KEY_CHARACTERS) === printTree(its, MAX_KEY_CHARACTERS);
  });
  return same.length * 2 >= Math.max(tree1.size, tree2.size);
}

/** Pairs leftover elements at the same position that are alike: the same element under another key. */
function renamed({ onlyV1, onlyV2 }: Aligned, [v1, v2]: KeyedLists): KeyedPair[] {
  const indexes2 = new Set(onlyV2);
  return onlyV1.filter((at) => indexes2.has(at) && areAlike(v1[at], v2[at])).map((at): KeyedPair => [at, at]);
}

/** Pairs the elements with the same key; undefined when the key does not identify every element. */
function alignByKey(how: 'rule' | 'inferredKey', name: string, lists: KeyedLists): Aligned | undefined {
  const [index1, index2] = [indexByKey(lists[0], name), indexByKey(lists[1], name)];
  if (index1 === undefined || index2 === undefined) return undefined;
  const pairs = [...index1].flatMap(([key, at]): KeyedPair[] => {
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
function alignByInferredKey(lists: readonly [readonly Tree[], readonly Tree[]]): Aligned | undefined {
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

type Lists = readonly [readonly Tree[], readonly Tree[]];
type ListPair = readonly [number, number];

function alignByPosition([v1, v2]: Lists): Aligned {
  const length = Math.min(v1.length, v2.length);
  const pairs = Array.from({ length }, (_, at): ListPair => [at, at]);
  return completed('position', pairs, [v1.length, v2.length]);
}

/** Characters by which elements are distinguished: an array in an array is printed once for each level above it. */
const MAX_PRINTED_CHARACTERS = 4_000;

/** Pairs elements without a key by their whole content. */
function alignByContent(lists: Lists, { unordered }: AlignmentWish): Aligned {
  const v1 = lists[0].map((element) => printTree(element, MAX_PRINTED_CHARACTERS));
  const v2 = lists[1].map((element) => printTree(element, MAX_PRINTED_CHARACTERS));
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
