import { z } from 'zod';
import { describe } from '../../contract/describe';
import { facts } from '../../contract/kinds';
import type { Field } from '../../contract/field';
import type { JsonObject } from '../../contract/json';
import type { DateStyle } from '../../mapping/codecs/dateCodec';

type Schema = z.core.JSONSchema.BaseSchema;

const unixSeconds: Schema = { type: 'integer', description: 'Unix seconds.' };
const isoText: Schema = { type: 'string', format: 'date-time', description: 'ISO 8601, always UTC.' };
const anyDate: Schema = { type: ['integer', 'string'], description: 'Unix seconds, or ISO 8601 in UTC.' };

type Numeric = Field & { readonly kind: 'integer' | 'number' };

const limitsOf = ({ minimum, maximum }: Numeric): Schema => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
});

/**
 * Returns the schema of a number that may also be sent as text. It sets no `multipleOf`, which is checked in binary
 * fractions without an exact 0.1.
 */
function numberOrText(field: Numeric): Schema {
  if (field.kind === 'integer') {
    const description = 'A whole number, also as text.';
    return { type: ['integer', 'string'], pattern: '^-?\\d+$', ...limitsOf(field), description };
  }
  const { decimals } = field;
  const shape: Schema = { type: ['number', 'string'], ...limitsOf(field) };
  if (decimals === undefined) return { ...shape, description: 'A decimal number, also as text.' };
  const description = `A decimal number of at most ${decimals} decimal places, also as text.`;
  return { ...shape, pattern: `^-?\\d+(\\.\\d{1,${decimals}})?$`, description };
}

const dateShape = (dates: DateStyle | undefined): Schema =>
  dates === undefined ? anyDate : dates === 'unix' ? unixSeconds : isoText;

/** Allows a list too, because PHP prints an empty map as a list. */
const freeObject = ({ list }: Field & { readonly kind: 'freeObject' }): Schema => ({
  type: ['object', 'array'],
  ...(list ? {} : { maxItems: 0 }),
  description: 'Free-form; an empty one may be written [].',
});

/** Returns the JSON Schema of a kind that zod does not know; undefined where zod's own schema is complete. */
function shapeOf(field: Field, dates: DateStyle | undefined): Schema | undefined {
  if (field.kind === 'date') return dateShape(dates);
  if (field.kind === 'timestamp') return { ...unixSeconds, format: 'unix-time' };
  if (field.kind === 'freeObject') return freeObject(field);
  if (field.kind === 'money') {
    return { type: 'string', format: 'decimal', description: `Decimal text, ${field.currency}.` };
  }
  const isNumeric = field.kind === 'integer' || field.kind === 'number';
  return isNumeric && field.asText ? numberOrText(field) : undefined;
}

/** Marks a text as a secret, or lists its known words. */
function textNotes(field: Field): Schema {
  if (field.kind !== 'text') return {};
  return {
    ...(field.secret ? { format: 'password' } : {}),
    ...(field.known === undefined ? {} : { examples: [...field.known], description: OPEN_WORDS_TEXT }),
  };
}

const OPEN_WORDS_TEXT = 'One of the examples, or a value that came later.';

function replace(target: Schema, shape: Schema): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, shape);
}

/** Drops the bounds of exact doubles, which zod writes on every integer. */
function dropSafeBounds(schema: Schema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** Merges nested choices into one, e.g. null or a union. */
function flattenChoice(schema: Schema): void {
  const isChoice = (candidate: Schema) =>
    candidate.anyOf !== undefined && Object.keys(candidate).length === 1;
  if (schema.anyOf === undefined) return;
  schema.anyOf = schema.anyOf.flatMap((choice) => (isChoice(choice) ? (choice.anyOf ?? []) : [choice]));
}

type Override = (value: { zodSchema: z.core.$ZodType; jsonSchema: Schema }) => void;

/** Rewrites zod's schema of one value in place, as zod's `override` demands. */
const describing =
  (dates: DateStyle | undefined): Override =>
  ({ zodSchema, jsonSchema }) => {
    dropSafeBounds(jsonSchema);
    flattenChoice(jsonSchema);
    if (!facts.has(zodSchema)) return;
    const field = describe(zodSchema);
    const shape = shapeOf(field, dates);
    if (shape === undefined) Object.assign(jsonSchema, textNotes(field));
    else replace(jsonSchema, field.nullable ? { anyOf: [shape, { type: 'null' }] } : shape);
  };

/** Drops `$schema` and `$id`: a part shares the dialect and address of its document. */
const asPart = (schema: object): JsonObject =>
  JSON.parse(JSON.stringify({ ...schema, $schema: undefined, $id: undefined })) as JsonObject;

/**
 * Prints a contract as JSON Schema 2020-12, the dialect of OpenAPI 3.1, without references. Objects stay open: v1
 * ignores unknown members of a request, and clients of v1 always had to tolerate additional members of an answer.
 */
export const schemaOf = (contract: z.ZodType, dates?: DateStyle): JsonObject =>
  asPart(z.toJSONSchema(contract, { io: 'input', override: describing(dates) }));

/** Prints the contract with the name that a mapping uses; the loader has checked that it exists. */
export function contractSchema(
  namedSchemas: Readonly<Record<string, z.ZodType>>,
  name: string,
  dates: DateStyle,
): JsonObject {
  const contract = namedSchemas[name];
  if (contract === undefined) throw new Error(`there is no contract ${name}`);
  return schemaOf(contract, dates);
}
