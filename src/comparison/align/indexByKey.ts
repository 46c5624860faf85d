import { printTree } from '../body/printTree';
import { isList, isMembers, type Tree } from '../body/tree';

/** A key as text: an id written as a number and as text is one id. */
function keyText(tree: Tree | undefined): string | undefined {
  if (typeof tree === 'string') return tree;
  const isKey = tree !== undefined && tree !== null && typeof tree !== 'boolean';
  return isKey && !isList(tree) && !isMembers(tree) ? printTree(tree) : undefined;
}

/** Where the element with each key stands; undefined when some element has no key, or two have the same. */
export function indexByKey(list: readonly Tree[], name: string): ReadonlyMap<string, number> | undefined {
  const index = new Map<string, number>();
  for (const [at, element] of list.entries()) {
    const key = isMembers(element) ? keyText(element.get(name)) : undefined;
    if (key === undefined || index.has(key)) return undefined;
    index.set(key, at);
  }
  return index;
}
