import { printTree } from '../body/printTree';
import { isMembers, type Tree } from '../body/tree';
import type { Aligned } from './aligned';
import { completed } from './completed';
import { indexByKey } from './indexByKey';

type Lists = readonly [readonly Tree[], readonly Tree[]];
type Pair = readonly [number, number];

/** Characters of a member that are looked at. */
const PRINTED = 4_000;

/** True for objects that are alike in half of their members or more. */
function areAlike(one: Tree | undefined, other: Tree | undefined): boolean {
  if (!isMembers(one) || !isMembers(other)) return false;
  const same = [...one].filter(([name, value]) => {
    const its = other.get(name);
    return its !== undefined && printTree(value, PRINTED) === printTree(its, PRINTED);
  });
  return same.length * 2 >= Math.max(one.size, other.size);
}

/** What nobody has the key of, in the same place and otherwise alike: the same thing, under another key. */
function renamed({ onlyV1, onlyV2 }: Aligned, [v1, v2]: Lists): Pair[] {
  const others = new Set(onlyV2);
  return onlyV1.filter((at) => others.has(at) && areAlike(v1[at], v2[at])).map((at): Pair => [at, at]);
}

/** Pairs the elements that have the same key; undefined where it does not name every element once. */
export function alignByKey(how: 'rule' | 'inferredKey', name: string, lists: Lists): Aligned | undefined {
  const [index1, index2] = [indexByKey(lists[0], name), indexByKey(lists[1], name)];
  if (index1 === undefined || index2 === undefined) return undefined;
  const pairs = [...index1].flatMap(([key, at]): Pair[] => {
    const other = index2.get(key);
    return other === undefined ? [] : [[at, other]];
  });
  const sizes = [lists[0].length, lists[1].length] as const;
  const aligned = completed(how, pairs, sizes);
  const more = renamed(aligned, lists);
  if (more.length === 0) return aligned;
  return { ...completed(how, [...pairs, ...more], sizes), reordered: aligned.reordered };
}
