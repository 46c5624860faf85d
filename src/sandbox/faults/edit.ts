import { z } from 'zod';
import type { Json } from '../../contract/json';
import { readDecimal } from '../amounts/readDecimal';

/**
 * Names from the outside in, `delivery_time.seconds` or a list of them; in a list `0` is its first element and `*` each.
 */
const at = z.union([z.string().min(1), z.array(z.string()).min(1)]);

const decimal = z.number().refine((number) => readDecimal(String(number)) !== undefined);

const json: z.ZodType<Json> = z.json();

/** Changes of a number, or of a decimal as text; anything else stays. */
const numberEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('multiply'), at, by: decimal }),
  z.strictObject({ kind: z.literal('add'), at, by: decimal }),
  z.strictObject({ kind: z.literal('round'), at, places: z.int().min(0).max(6) }),
  /** More digits behind its last one: 5.99 becomes 5.990001. */
  z.strictObject({ kind: z.literal('decimals'), at, digits: z.string().regex(/^\d{1,40}$/) }),
  /** The same value in the form that PHP gives to small numbers: 5.99 becomes 5.99E+0. */
  z.strictObject({ kind: z.literal('exponent'), at }),
]);

/** Changes of a text; anything else stays. */
const textEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('words'), at, words: z.record(z.string(), z.string()) }),
  z.strictObject({ kind: z.literal('case'), at, to: z.enum(['upper', 'lower']) }),
  z.strictObject({ kind: z.literal('append'), at, text: z.string() }),
]);

/** Changes of whatever is there. */
const valueEdit = z.discriminatedUnion('kind', [
  /** The first characters of a text or elements of a list; below 0 all but the last. */
  z.strictObject({ kind: z.literal('cut'), at, length: z.int() }),
  z.strictObject({ kind: z.literal('reverse'), at }),
  /** A number or a truth as text. */
  z.strictObject({ kind: z.literal('quote'), at }),
  z.strictObject({ kind: z.literal('drop'), at }),
]);

/** Values that do not hang on what is there, or whether anything is. */
const newEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), at, value: json }),
  /** A number exactly as written here: `1.2E-5`, `5.990`. */
  z.strictObject({
    kind: z.literal('numeral'),
    at,
    text: z.string().regex(/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i),
  }),
  /** The value of another place. */
  z.strictObject({ kind: z.literal('copy'), at, from: at }),
  /** How many values the marketplace has made so far: a counter that moves on. */
  z.strictObject({ kind: z.literal('count'), at }),
  /** One of these, drawn anew each time. */
  z.strictObject({ kind: z.literal('draw'), at, among: z.tuple([json], json) }),
  /** 32 hexadecimal digits, drawn anew each time. */
  z.strictObject({ kind: z.literal('token'), at }),
]);

/** Another name for a member of the same object. */
const rename = z.strictObject({ kind: z.literal('rename'), at, to: z.string().min(1) });

/** One change of what an answer shows. */
export const edit = z.discriminatedUnion('kind', [numberEdit, textEdit, valueEdit, newEdit, rename]);

export type Edit = z.output<typeof edit>;
export type NumberEdit = z.output<typeof numberEdit>;
export type TextEdit = z.output<typeof textEdit>;
export type ValueEdit = z.output<typeof valueEdit>;
export type NewEdit = z.output<typeof newEdit>;
