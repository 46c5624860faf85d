import { isJsonObject, type Json } from '../contract/json';
import type { Branch } from './branch';

/** A copy of `root` with the member at a path replaced, or taken away where the branch is absence. */
export function withBranchAt(root: Json, [name, ...rest]: readonly string[], branch: Branch): Branch {
  if (name === undefined) return branch;
  const object = isJsonObject(root) ? root : {};
  const inner = withBranchAt(object[name] ?? null, rest, branch);
  const others = Object.entries(object).filter(([other]) => other !== name);
  return Object.fromEntries(inner === undefined ? others : [...others, [name, inner]]);
}
