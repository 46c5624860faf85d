import { isJsonObject, type Json, type JsonObject } from '../../contract/json';

/** The same thing with something else at a place, or nothing; where the place is inside of nothing the thing stays. */
export function withValueAt(
  thing: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: Json | undefined,
): JsonObject {
  if (rest.length === 0) return { ...thing, [name]: value };
  const inner = thing[name];
  return isJsonObject(inner) ? { ...thing, [name]: withValueAt(inner, rest, value) } : thing;
}
