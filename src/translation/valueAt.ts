import { isJsonObject, type Json } from '../contract/json';
import type { Step } from './rule';

/** The value at a path; undefined when some step is missing. */
export function valueAt(root: Json | undefined, path: readonly Step[]): Json | undefined {
  let value = root;
  for (const { name, alsoNamed } of path) {
    if (!isJsonObject(value)) return undefined;
    const own = value[name];
    value = alsoNamed === undefined ? own : (own ?? value[alsoNamed] ?? own);
  }
  return value;
}
