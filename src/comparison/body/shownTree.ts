import { printTree } from './printTree';
import type { Tree } from './tree';

/** Characters of a value that are told. */
const MOST = 2_000;

/** A value as it is told: JSON text, cut off where it is long. */
export function shownTree(tree: Tree): string {
  const text = printTree(tree, MOST);
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
