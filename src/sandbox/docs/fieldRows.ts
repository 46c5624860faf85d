import { isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { describeType } from './describeType';

/** One member of a shape, as a row of a table. */
export interface FieldRow {
  /** Dotted path; `[]` stands for each element of a list. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly note: string;
}

/** Deeper members are left to the example. */
const DEEPEST = 3;

/** The members of a shape, outer before inner; `schemas` are the components that it refers to. */
export function fieldRows(
  schema: JsonObject,
  schemas: JsonObject,
  prefix = '',
  depth = 0,
): readonly FieldRow[] {
  const { properties, required } = resolve(schema, schemas);
  if (!isJsonObject(properties) || depth > DEEPEST) return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, value]) => {
    const property = isJsonObject(value) ? resolve(value, schemas) : {};
    const path = `${prefix}${name}`;
    const row = { path, required: needed.includes(name), ...describeType(property) };
    return [row, ...innerRows(property, schemas, path, depth + 1)];
  });
}

function innerRows(
  property: JsonObject,
  schemas: JsonObject,
  path: string,
  depth: number,
): readonly FieldRow[] {
  const { items, anyOf } = property;
  if (isJsonObject(items)) return fieldRows(items, schemas, `${path}[].`, depth);
  const [first] = Array.isArray(anyOf) ? anyOf : [];
  return fieldRows(isJsonObject(first) ? first : property, schemas, `${path}.`, depth);
}

function resolve(schema: JsonObject, schemas: JsonObject): JsonObject {
  const { $ref: reference } = schema;
  if (typeof reference !== 'string') return schema;
  const target: Json | undefined = schemas[reference.slice(reference.lastIndexOf('/') + 1)];
  return isJsonObject(target) ? target : {};
}
