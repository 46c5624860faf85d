import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { sampleOf } from './sampleOf';

/** A value that fits a schema; `schemas` are the components that it may refer to, `name` the member it stands for. */
export function exampleOf(schema: JsonObject, schemas: JsonObject, name = ''): Json {
  const target = firstAlternative(resolve(schema, schemas), schemas);
  if (target.const !== undefined) return target.const;
  if (Array.isArray(target.enum)) return target.enum[0] ?? null;
  const type = Array.isArray(target.type) ? target.type[0] : target.type;
  if (type === 'object') return exampleObject(target, schemas);
  if (type === 'array') return [exampleOf(asObject(target.items), schemas, name)];
  return sampleOf(name, typeof type === 'string' ? type : 'null', target);
}

/** Of several shapes that a value may have, the first is the one that answers have. */
function firstAlternative(schema: JsonObject, schemas: JsonObject): JsonObject {
  const { anyOf } = schema;
  return Array.isArray(anyOf) ? resolve(asObject(anyOf[0]), schemas) : schema;
}

function exampleObject({ properties }: JsonObject, schemas: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(asObject(properties)).map(([name, property]) => [
      name,
      exampleOf(asObject(property), schemas, name),
    ]),
  );
}

function resolve(schema: JsonObject, schemas: JsonObject): JsonObject {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return schema;
  return asObject(schemas[reference.slice(reference.lastIndexOf('/') + 1)]);
}

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});
