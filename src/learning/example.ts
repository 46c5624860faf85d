import { isJsonObject, type Json, type JsonObject } from '../contract/json';

/** One thing as both APIs show it: the v1 attributes, and the v2 object. */
export interface Example {
  readonly v1: JsonObject;
  readonly v2: JsonObject;
}

/** The value at a dotted path; undefined when it leads nowhere. */
export function jsonAt(root: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = root;
  for (const name of path === '' ? [] : path.split('.'))
    value = isJsonObject(value) ? value[name] : undefined;
  return value;
}
