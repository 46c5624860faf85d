import { isJsonObject, type Json, type JsonObject } from '../contract/json';

const without = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([other]) => other !== name));

/** The value with only those members, at any depth, whose absence a reader would notice. */
export function essence(value: Json, isSame: (changed: Json) => boolean): Json {
  if (!isJsonObject(value)) return value;
  return Object.entries(value).reduce<JsonObject>((kept, [name, member]) => {
    const fewer = without(kept, name);
    if (isSame(fewer)) return fewer;
    const inner = essence(member ?? null, (changed) => isSame({ ...kept, [name]: changed }));
    return { ...kept, [name]: inner };
  }, value);
}
