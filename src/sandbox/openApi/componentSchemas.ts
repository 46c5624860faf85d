import { z } from 'zod';
import { type JsonObject } from '../../contract/json';
import { describeFacts } from './describeFacts';
import type { SchemaNames } from './nameSchemas';

/** Every named shape as JSON Schema, referring to the others by name. */
export function componentSchemas(names: SchemaNames): JsonObject {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
    override: describeFacts,
  });
  return JSON.parse(JSON.stringify(withoutDialect(schemas))) as JsonObject;
}

/** A part of a document has the document's dialect and address. */
const withoutDialect = (schemas: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      { ...schema, $schema: undefined, $id: undefined },
    ]),
  );
