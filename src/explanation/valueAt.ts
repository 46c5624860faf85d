import { isJsonObject, type Json } from '../contract/json';
import type { Step } from '../translation/rule';

/** The value that a path leads to; undefined when it leads nowhere. */
export function valueAt(root: Json | undefined, path: readonly Step[]): Json | undefined {
  let value = root;
  for (const { name, alsoNamed = name } of path) {
    value = isJsonObject(value) ? (value[name] ?? value[alsoNamed]) : undefined;
  }
  return value;
}
