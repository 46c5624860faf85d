import { ExactNumber } from '../../contract/json';

/** The members of an object, in order. No key is special: `__proto__` is one like any other. */
export type Members = ReadonlyMap<string, Tree>;

/** A JSON value that lost nothing: a number that a double would change or print otherwise is kept as its text. */
export type Tree = null | boolean | number | string | ExactNumber | readonly Tree[] | Members;

/** The six types of JSON. */
export type TreeType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

export const isMembers = (tree: Tree | undefined): tree is Members => tree instanceof Map;

/** `Array.isArray` does not know of lists that are read-only. */
export const isList = (tree: Tree | undefined): tree is readonly Tree[] => Array.isArray(tree);

/** The type of a value, as JSON has it. */
export function treeType(tree: Tree): TreeType {
  if (tree === null) return 'null';
  if (isList(tree)) return 'array';
  if (isMembers(tree)) return 'object';
  if (tree instanceof ExactNumber || typeof tree === 'number') return 'number';
  return typeof tree === 'string' ? 'string' : 'boolean';
}
