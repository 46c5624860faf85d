import { z } from 'zod';
import { describeSchema } from '../../contract/describe';
import { facts } from '../../contract/kinds';
import type { Field } from '../../contract/field';
import { instants } from '../../contract/instantNotations';
import type { JsonObject } from '../../contract/json';
import type { DateStyle } from '../../mapping/codecs/dateCodec';

type Schema = z.core.JSONSchema.BaseSchema;

const unixSeconds: Schema = { type: 'integer', description: 'Unix seconds.' };
const isoText: Schema = { type: 'string', format: 'date-time', description: 'ISO 8601, always UTC.' };

/** Describes a number that may be text. `multipleOf` is checked in binary fractions without an exact 0.1. */
function numberOrText(field: Field & { readonly kind: 'integer' | 'number' }): Schema {
  const { kind, minimum, maximum } = field;
  const decimals = kind === 'number' ? field.decimals : undefined;
  const places = decimals === undefined ? '' : ` of at most ${decimals} decimal places`;
  const fraction = decimals === undefined ? '' : `(\\.\\d{1,${decimals}})?`;
  const hasPattern = kind === 'integer' || decimals !== undefined;
  return {
    type: [kind, 'string'],
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(hasPattern && { pattern: `^-?\\d+${fraction}$` }),
    description: `A ${kind === 'integer' ? 'whole' : 'decimal'} number${places}, also as text.`,
  };
}

function instantShape({ notation }: Field & { kind: 'instant' }): Schema {
  const { isTextual, words } = instants[notation];
  return { type: isTextual ? 'string' : 'integer', description: `${words}.` };
}

/** Returns the JSON Schema of a kind that zod does not know. Returns undefined where zod's own schema is complete. */
function shapeOf(field: Field, dates: DateStyle): Schema | undefined {
  if (field.kind === 'date') return dates === 'unix' ? unixSeconds : isoText;
  if (field.kind === 'instant') return instantShape(field);
  if (field.kind === 'timestamp') return { ...unixSeconds, format: 'unix-time' };
  if (field.kind === 'freeObject') {
    // PHP prints an empty map as a list.
    const description = 'Free-form; an empty one may be written [].';
    return { type: ['object', 'array'], ...(field.list ? {} : { maxItems: 0 }), description };
  }
  if (field.kind === 'money')
    return { type: 'string', format: 'decimal', description: `Decimal text, ${field.currency}.` };
  return 'asText' in field && field.asText ? numberOrText(field) : undefined;
}

/** Marks a text as a secret, or lists its known words. */
function textNotes(field: Field): Schema {
  if (field.kind !== 'text') return {};
  return {
    ...(field.secret && { format: 'password' }),
    ...(field.known !== undefined && {
      examples: [...field.known],
      description: 'One of the examples, or a value that came later.',
    }),
  };
}

function replaceSchema(target: Schema, shape: Schema): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, shape);
}

/** Merges nested choices into one, e.g. null or a union. */
function flattenChoice(schema: Schema): void {
  const isChoice = (candidate: Schema) =>
    candidate.anyOf !== undefined && Object.keys(candidate).length === 1;
  if (schema.anyOf === undefined) return;
  schema.anyOf = schema.anyOf.flatMap((choice) => (isChoice(choice) ? (choice.anyOf ?? []) : [choice]));
}

/** Rewrites zod's schema of one value in place, as zod's `override` demands. */
const createOverride =
  (dates: DateStyle) =>
  ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: Schema }): void => {
    // zod writes the bounds of exact doubles on every integer.
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    flattenChoice(jsonSchema);
    if (!facts.has(zodSchema)) return;
    const field = describeSchema(zodSchema);
    const shape = shapeOf(field, dates);
    if (shape === undefined) Object.assign(jsonSchema, textNotes(field));
    else replaceSchema(jsonSchema, field.nullable ? { anyOf: [shape, { type: 'null' }] } : shape);
  };

/** Points to a component of the document. */
export const reference = (kind: 'schemas' | 'headers' | 'responses', name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/**
 * Prints a contract by its name as JSON Schema 2020-12, the dialect of OpenAPI 3.1, without references. Objects stay
 * open: v1 ignores unknown members of a request, and clients of v1 always had to tolerate additional members of an answer.
 */
export function contractSchema(
  namedSchemas: Readonly<Record<string, z.ZodType>>,
  name: string,
  dates: DateStyle,
): JsonObject {
  const contract = namedSchemas[name];
  // The loader has checked that it exists.
  if (contract === undefined) throw new Error(`there is no contract ${name}`);
  const schema = z.toJSONSchema(contract, { io: 'input', override: createOverride(dates) });
  // A part shares the dialect and address of its document.
  return JSON.parse(JSON.stringify({ ...schema, $schema: undefined, $id: undefined })) as JsonObject;
}
