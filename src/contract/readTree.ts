import { ExactNumber, type Json, parseJson } from './json';
import { failure, type Result, success } from './result';

/** The members of an object. No key is special, not even `__proto__`. */
export type Members = ReadonlyMap<string, Tree>;

/** A JSON value without loss: a number that is no exact integer is kept as text. */
export type Tree = null | boolean | number | string | ExactNumber | readonly Tree[] | Members;

export const isMembers = (tree: Tree | undefined): tree is Members => tree instanceof Map;

/** Narrows to read-only lists, which `Array.isArray` does not. */
export const isList = (tree: Tree | undefined): tree is readonly Tree[] => Array.isArray(tree);

function treeOf(value: Json): Tree {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : new ExactNumber(String(value));
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  if (Array.isArray(value)) return value.map(treeOf);
  const members = new Map<string, Tree>();
  for (const name in value) members.set(name, treeOf(value[name] ?? null));
  return members;
}

/** Reason why a text is not read as JSON. */
export type TreeFault = 'syntax' | 'tooDeep';

/** The gateway's own limit of levels for v2; the comparison counts differences instead of values. */
const LIMITS = { levels: 64, keys: Infinity, values: Infinity, exactNumbers: Infinity };

/** Reads a JSON text without loss, up to 64 levels deep; the last of several members with one name wins. */
export function readTree(text: string): Result<Tree, TreeFault> {
  const read = parseJson(text, LIMITS);
  if (read.ok) return success(treeOf(read.value));
  return failure(read.failure === 'tooDeep' ? 'tooDeep' : 'syntax');
}
