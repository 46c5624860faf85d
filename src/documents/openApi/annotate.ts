import { isJsonObject, type Json, type JsonObject } from '../../contract/json';

/** Notes by the dotted path of the property they belong to. */
export type Annotations = ReadonlyMap<string, JsonObject>;

function annotated(schema: Json | undefined, path: string, notes: Annotations): Json | undefined {
  if (!isJsonObject(schema)) return schema;
  const note = notes.get(path);
  const whole = annotate(schema, notes, `${path}.`);
  return note === undefined ? whole : { ...whole, 'x-lifeboat': note };
}

/** The schema with `x-lifeboat` on every property that has a note. */
export function annotate(schema: JsonObject, notes: Annotations, prefix = ''): JsonObject {
  const { properties } = schema;
  if (!isJsonObject(properties)) return schema;
  const entries = Object.entries(properties).map(([name, property]): [string, Json | undefined] => [
    name,
    annotated(property, prefix + name, notes),
  ]);
  return { ...schema, properties: Object.fromEntries(entries) };
}
