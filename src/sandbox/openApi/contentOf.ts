import type { z } from 'zod';
import type { Json, JsonObject } from '../../contract/json';
import { exampleOf } from './exampleOf';
import type { SchemaNames } from './nameSchemas';

/** The shapes of a document: what they are called, and what they are. */
export interface Shapes {
  readonly names: SchemaNames;
  readonly schemas: JsonObject;
}

/** A body by reference, with an example that fits it. */
export function contentOf(
  body: z.ZodType,
  { names, schemas }: Shapes,
): { readonly schema: JsonObject; readonly example: Json } {
  const name = names.get(body);
  if (name === undefined) throw new Error('a body of the contract has no name');
  const schema = { $ref: `#/components/schemas/${name}` };
  return { schema, example: exampleOf(schema, schemas) };
}
