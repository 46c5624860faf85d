import { isJsonObject, type Json, type JsonObject } from '../../contract/json';

/** What stands at a place of a thing, names from the outside in; undefined where nothing does. */
export const valueAt = (thing: JsonObject, names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>(
    (value, name) => (isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    thing,
  );
