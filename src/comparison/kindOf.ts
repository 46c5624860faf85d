import { ExactNumber } from '../contract/json';
import { decimalOf } from './body/decimalOf';
import { isList, isMembers, type Tree, treeType } from './body/tree';
import type { DifferenceKind } from './difference';

/** One kind of nothing: null, "", [], {}. */
function isNothing(tree: Tree): boolean {
  if (isList(tree)) return tree.length === 0;
  return tree === null || tree === '' || (isMembers(tree) && tree.size === 0);
}

const isSame = (v1: Tree, v2: Tree): boolean =>
  v1 === v2 || (v1 instanceof ExactNumber && v2 instanceof ExactNumber && v1.text === v2.text);

/** How two values differ that are not two objects or two arrays; undefined when they are the same. */
export function kindOf(v1: Tree, v2: Tree): DifferenceKind | undefined {
  if (isSame(v1, v2)) return undefined;
  if (isNothing(v1) && isNothing(v2)) return 'empty';
  if (treeType(v1) !== treeType(v2)) return 'type';
  const decimal = decimalOf(v1);
  return decimal !== undefined && decimal === decimalOf(v2) ? 'precision' : 'value';
}
