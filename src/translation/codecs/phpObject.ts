import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { type Codec, misfit } from '../codec';

/** PHP arrays are maps: a list is the map of its indexes, an empty list the empty map. */
function asObject(value: Json): JsonObject | undefined {
  if (Array.isArray(value)) return Object.fromEntries(value.entries());
  return isJsonObject(value) ? value : undefined;
}

function without(object: JsonObject, omitted: ReadonlySet<string>): JsonObject {
  const rest: JsonObject = {};
  for (const name of Object.keys(object)) if (!omitted.has(name)) rest[name] = object[name];
  return rest;
}

/** A free-form object on both sides; v1 does not show the `omit` members, which have attributes of their own. */
export function phpObject(omit: readonly string[]): Codec {
  const omitted = new Set(omit);
  const convert = (value: Json) => {
    const object = asObject(value);
    if (object === undefined) return misfit;
    return omitted.size === 0 ? object : without(object, omitted);
  };
  return {
    name: 'phpObject',
    exact: false,
    writes: {
      v1:
        omit.length === 0 ? 'an object' : `an object without ${omit.map((name) => `\`${name}\``).join(', ')}`,
      v2: 'an object, when empty also `[]`',
    },
    fits: (v2, v1) => v2 === 'freeObject' && v1 === 'freeObject',
    canonical: asObject,
    witnesses: (number) => [Object.fromEntries(omit.map((name) => [name, `${name} ${number}`]))],
    read: convert,
    write: convert,
  };
}
