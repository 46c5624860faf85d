import { z } from 'zod';
import { describe } from '../../contract/describe';
import { facts } from '../../contract/kinds';
import type { Field } from '../../contract/field';
import type { JsonObject } from '../../contract/json';
import type { DateStyle } from '../../mapping/codecs/dateCodec';

type Schema = z.core.JSONSchema.BaseSchema;

/** What a contract says of a value beyond its JSON type, as JSON Schema; undefined where zod says it all. */
function shapeOf(field: Field, dates: DateStyle): Schema | undefined {
  if (field.kind === 'date') return dates === 'unix' ? unixSeconds : isoText;
  if (field.kind === 'freeObject') return freeObject(field);
  if (field.kind === 'integer' && field.asText) return integer(field);
  if (field.kind === 'number' && field.asText) return decimal(field);
  return undefined;
}

const unixSeconds: Schema = { type: 'integer', description: 'Unix seconds.' };
const isoText: Schema = { type: 'string', format: 'date-time', description: 'ISO 8601, always UTC.' };

/** PHP prints an empty map as a list. */
const freeObject = ({ list }: Field & { kind: 'freeObject' }): Schema => ({
  anyOf: [{ type: 'object' }, { type: 'array', ...(list ? {} : { maxItems: 0 }) }],
});

const integer = ({ minimum, maximum }: Field & { kind: 'integer' }): Schema => {
  const limits = {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
  return {
    anyOf: [
      { type: 'integer', ...limits },
      { type: 'string', pattern: '^-?\\d+$' },
    ],
  };
};

/** `multipleOf` would be checked in binary fractions, in which most decimals have no exact value. */
function decimal({ decimals }: Field & { kind: 'number' }): Schema {
  if (decimals === undefined) return { anyOf: [{ type: 'number' }, { type: 'string' }] };
  const pattern = `^-?\\d+(\\.\\d{1,${decimals}})?$`;
  const description = `At most ${decimals} decimal places.`;
  return { anyOf: [{ type: 'number' }, { type: 'string', pattern }], description };
}

/** Notes on a text: what to hide, which words are known. */
function textNotes(field: Field): Schema {
  if (field.kind !== 'text') return {};
  return {
    ...(field.secret ? { format: 'password' } : {}),
    ...(field.known === undefined ? {} : { examples: [...field.known], description: OPEN }),
  };
}

const OPEN = 'One of the examples, or a value that came later.';

function replace(target: Schema, shape: Schema): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, shape);
}

/** zod writes the bounds of exact doubles on every integer. */
function dropSafeBounds(schema: Schema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

/** A choice that is one of several choices, as null or a union is, is one wide choice. */
function flattenChoice(schema: Schema): void {
  const isChoice = (one: Schema) => one.anyOf !== undefined && Object.keys(one).length === 1;
  if (schema.anyOf === undefined) return;
  schema.anyOf = schema.anyOf.flatMap((one) => (isChoice(one) ? (one.anyOf ?? []) : [one]));
}

/**
 * A contract as JSON Schema 2020-12, the dialect of OpenAPI 3.1. Objects stay open: v1 ignores members it does not
 * know, and clients of v1 were always to tolerate more.
 */
function schemaOf(contract: z.ZodType, dates: DateStyle): JsonObject {
  const schema = z.toJSONSchema(contract, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      dropSafeBounds(jsonSchema);
      flattenChoice(jsonSchema);
      if (!facts.has(zodSchema)) return;
      const field = describe(zodSchema);
      const shape = shapeOf(field, dates);
      if (shape === undefined) Object.assign(jsonSchema, textNotes(field));
      else replace(jsonSchema, field.nullable ? { anyOf: [shape, { type: 'null' }] } : shape);
    },
  });
  // A part of a document has the document's dialect.
  delete schema.$schema;
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

/** The JSON Schema of a contract by the name that mappings call it, which the loader has found to exist. */
export function contractSchema(
  known: Readonly<Record<string, z.ZodType>>,
  name: string,
  dates: DateStyle,
): JsonObject {
  const contract = known[name];
  if (contract === undefined) throw new Error(`there is no contract ${name}`);
  return schemaOf(contract, dates);
}
