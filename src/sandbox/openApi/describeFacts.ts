import type { z } from 'zod';
import { type ContractFacts, facts } from '../../contract/facts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** JSON Schema of one kind of contract value, where zod's own would say less or the wrong thing. */
const SHAPES: Readonly<Record<NonNullable<ContractFacts['kind']>, (known: ContractFacts) => JsonSchema>> = {
  timestamp: () => ({ type: 'integer', format: 'unix-time', description: 'Unix seconds.' }),
  date: () => ({ type: ['integer', 'string'], description: 'Unix seconds, or ISO 8601 in UTC.' }),
  money: ({ currency }) => ({
    type: 'string',
    format: 'decimal',
    description: `Decimal text, ${currency ?? 'EUR'}.`,
  }),
  freeObject: () => ({ type: 'object', description: 'Free-form; an empty one may be written [].' }),
  integer: (known) => ({
    type: ['integer', 'string'],
    ...bounds(known),
    description: 'A whole number, also as text.',
  }),
  number: (known) => ({
    type: ['number', 'string'],
    ...bounds(known),
    description: `A decimal number of at most ${known.decimals ?? 6} places, also as text.`,
  }),
};

const bounds = ({ minimum, maximum }: ContractFacts): JsonSchema => ({
  ...(minimum === undefined ? {} : { minimum }),
  ...(maximum === undefined ? {} : { maximum }),
});

/** Rewrites the JSON Schema of one contract value in place, as zod's converter asks for. */
export function describeFacts({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodType;
  jsonSchema: JsonSchema;
}) {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  const known = facts.get(zodSchema);
  if (known === undefined) return;
  if (known.kind !== undefined) {
    for (const name of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, name);
    Object.assign(jsonSchema, SHAPES[known.kind](known));
  }
  if (known.secret === true) jsonSchema.format = 'password';
  if (known.known !== undefined) jsonSchema.examples = [...known.known];
}
