import { dataOf } from '../contract/dataOf';
import { isJsonObject, type Json, type JsonObject } from '../contract/json';
import type { Example } from './example';

/** The bodies with which both APIs answered for the same thing, or the same list of things. */
export interface BodyPair {
  readonly v1: Json;
  readonly v2: Json;
}

const objectsIn = (body: Json): readonly JsonObject[] => {
  const data = dataOf(body);
  return (Array.isArray(data) ? data : [data]).filter(isJsonObject);
};

const idOf = ({ id }: JsonObject): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;

/**
 * The things in recorded bodies, each once: v1 envelopes `{id, type, attributes}` and v2 objects with the same id. What
 * only one side shows says nothing, nor does what is not of the asked v1 type.
 */
export function examplesOf(pairs: readonly BodyPair[], type?: string): readonly Example[] {
  const examples = new Map<string, Example>();
  for (const { v1, v2 } of pairs) {
    const others = new Map(objectsIn(v2).map((object) => [idOf(object), object]));
    for (const envelope of objectsIn(v1)) {
      if (type !== undefined && envelope['type'] !== type) continue;
      const id = idOf(envelope);
      const other = others.get(id);
      const attributes = envelope['attributes'];
      if (id !== undefined && other !== undefined && isJsonObject(attributes)) {
        examples.set(id, { v1: attributes, v2: other });
      }
    }
  }
  return [...examples.values()];
}
