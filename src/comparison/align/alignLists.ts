import { printTree } from '../body/printTree';
import type { Tree } from '../body/tree';
import { alignAsMultiset } from './alignAsMultiset';
import { alignByInferredKey } from './alignByInferredKey';
import { alignByKey } from './alignByKey';
import { alignBySubsequence } from './alignBySubsequence';
import type { Aligned, AlignmentWish } from './aligned';
import { completed } from './completed';

type Lists = readonly [readonly Tree[], readonly Tree[]];
type Pair = readonly [number, number];

function alignByPosition([v1, v2]: Lists): Aligned {
  const length = Math.min(v1.length, v2.length);
  const pairs = Array.from({ length }, (_, at): Pair => [at, at]);
  return completed('position', pairs, [v1.length, v2.length]);
}

/** Characters by which elements are told apart: an array in an array is printed once for each level above it. */
const PRINTED = 4_000;

/** Elements without a key are told apart by all they say. */
function alignByContent(lists: Lists, { unordered }: AlignmentWish): Aligned {
  const v1 = lists[0].map((element) => printTree(element, PRINTED));
  const v2 = lists[1].map((element) => printTree(element, PRINTED));
  const multiset = alignAsMultiset(v1, v2);
  const isShuffled = v1.length === v2.length && multiset.pairs.every(([at, other]) => v1[at] === v2[other]);
  if (unordered || (isShuffled && multiset.reordered)) return multiset;
  const subsequence = alignBySubsequence(v1, v2);
  if (subsequence !== undefined) return subsequence;
  const equal = multiset.pairs.filter(([at, other]) => v1[at] === v2[other]).length;
  return equal > 0 && equal * 2 >= Math.min(v1.length, v2.length) ? multiset : alignByPosition(lists);
}

/**
 * Pairs the elements of two arrays: by the agreed key, by an inferred one, as a multiset, by the longest common
 * subsequence, by position; the first that fits.
 */
export function alignLists(lists: Lists, wish: AlignmentWish): Aligned {
  if (lists[0].length === 0 || lists[1].length === 0) return alignByPosition(lists);
  const agreed = wish.key === undefined ? undefined : alignByKey('rule', wish.key, lists);
  return agreed ?? alignByInferredKey(lists) ?? alignByContent(lists, wish);
}
