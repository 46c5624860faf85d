import { joinPath } from '../../contract/joinPath';
import { isJsonObject, type Json } from '../../contract/json';
import { plainJson } from '../../explanation/plainJson';

function childrenOf(value: Json): readonly (readonly [string, Json | undefined])[] {
  if (Array.isArray(value)) return value.map((element, index) => [`[${index}]`, element]);
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** Every value of a JSON document by its place, such as `data.[0].id`, as JSON text; an empty object is a value too. */
export function leavesOf(root: Json): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const open: (readonly [string, Json])[] = [['', root]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, value] = next;
    const children = childrenOf(value);
    if (children.length === 0) leaves.set(at, JSON.stringify(plainJson(value)));
    for (const [name, child] of children.toReversed()) {
      if (child !== undefined) open.push([joinPath(at, name), child]);
    }
  }
  return leaves;
}
