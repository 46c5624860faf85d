import { z } from 'zod';
import type { Json } from '../../contract/json';
import { readMicros } from '../values/amounts';

/**
 * Member names from the outside in, `delivery_time.seconds` or a list of them; in a list `0` is the first element and
 * `*` is each.
 */
const pathSchema = z.union([z.string().min(1), z.array(z.string()).min(1)]);

const decimal = z.number().refine((number) => readMicros(String(number)) !== undefined);

const json: z.ZodType<Json> = z.json();

const editKind = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.literal(kind), at: pathSchema, ...shape });

const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Change of a value in an answer; a value of an unsuitable type stays unchanged. */
export const edit = z.discriminatedUnion('kind', [
  // Changes of a number, or of a decimal as text.
  editKind('multiply', { by: decimal }),
  editKind('add', { by: decimal }),
  editKind('round', { places: z.int().min(0).max(6) }),
  /** Appends digits to the last one: 5.99 becomes 5.990001. */
  editKind('decimals', { digits: z.string().regex(/^\d{1,40}$/) }),
  // Changes of a text.
  editKind('words', { words: z.record(z.string(), z.string()) }),
  editKind('case', { to: z.enum(['upper', 'lower']) }),
  editKind('append', { text: z.string() }),
  // Changes of any present value.
  /** Keeps the first characters of a text or elements of a list; a negative length drops the last ones. */
  editKind('cut', { length: z.int() }),
  editKind('reverse', {}),
  /** Turns a number or a boolean into text. */
  editKind('quote', {}),
  editKind('drop', {}),
  // Replacements of the present value, which may be missing.
  editKind('set', { value: json }),
  /** Writes a number exactly as given: `1.2E-5`, `5.990`. */
  editKind('numeral', { text: z.string().regex(NUMERAL) }),
  /** Copies the value at a second path. */
  editKind('copy', { from: pathSchema }),
  /** Writes a counter that grows by one with each value. */
  editKind('count', {}),
  /** Draws one of these for each value. */
  editKind('draw', { among: z.tuple([json], json) }),
  /** Draws 32 hexadecimal digits for each value. */
  editKind('token', {}),
  /** Renames a member of the same object. */
  editKind('rename', { to: z.string().min(1) }),
]);

export type AnswerEdit = z.output<typeof edit>;

const edits = z.array(edit).max(20).default([]);

/** Answers with another status and body, by default `{"message": ..}`. */
const status = z.strictObject({
  kind: z.literal('status'),
  status: z.int().min(200).max(599),
  message: z.string().optional(),
  /** JSON that replaces the message. */
  body: json.optional(),
  /** HTML page that replaces JSON, as a proxy in front of a service sends it. */
  text: z.string().optional(),
  /** Value of Retry-After: seconds or a date. */
  retryAfter: z.union([z.int().min(0), z.string()]).optional(),
});

/** Answers with other content: possible mistakes of v2, or values that change in any answer. */
const rewriting = z.strictObject({
  kind: z.literal('rewrite'),
  /** Changes of each resource in the answer's `data`, a single one or a list, in turn. */
  edits,
  /** Changes only resources with these values, `{"game.slug": "void-racers"}`. */
  where: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  /** Changes of the whole body of any answer: of `data`, `meta.total`, `message`, `template.price`. */
  body: edits,
  /** Changes of the query before it is answered: another `page`. */
  query: edits,
  /** Status that replaces another 2xx. */
  status: z.int().min(200).max(299).optional(),
  /** Sends a 2xx without a body. */
  empty: z.boolean().default(false),
});

/** Sends the answer in another way. */
const wire = z.strictObject({
  kind: z.literal('wire'),
  /** Further or changed headers; null removes one. */
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string().nullable()).default({}),
  /** Compresses the body despite `Accept-Encoding`. `raw-deflate`: declared as deflate, without the zlib frame. */
  encoding: z.enum(['gzip', 'deflate', 'raw-deflate', 'br']).optional(),
  /** Number of spaces that are added to the body before compression, e.g. for a zip bomb. */
  padding: z.int().min(0).max(67_108_864).default(0),
});

/** Fault in the form of the control API. */
export const faultSchema = z.strictObject({
  /**
   * Route in the form of the contract, `PATCH /v2/currency-offers/{currencyOffer}`, or `* /path`, `GET *`, `*` for all.
   */
  route: z.string().default('*'),
  /** Number of calls to meet; without it, all of them until the fault is removed. */
  count: z.int().min(1).optional(),
  /** Share of the calls to meet. */
  rate: z.number().min(0).max(1).default(1),
  /** Id of the only seller whose calls it meets; without it, the calls of all. */
  seller: z.int().min(1).optional(),
  /** Milliseconds before any part of the answer. */
  latency: z.int().min(0).max(600_000).default(0),
  /** Runs the operation even if its answer is replaced or lost; other faults never prevent it. */
  executed: z.boolean().default(false),
  disturbance: z
    .discriminatedUnion('kind', [
      status,
      rewriting,
      wire,
      /** Sends the head and half of the body, then ends the connection. */
      z.strictObject({ kind: z.literal('truncate') }),
      /** Ends the connection without an answer. */
      z.strictObject({ kind: z.literal('reset') }),
    ])
    .optional(),
});

/** Fault with its defaults. */
export type FaultSetting = z.output<typeof faultSchema>;
export type Disturbance = NonNullable<FaultSetting['disturbance']>;
export type Rewriting = z.output<typeof rewriting>;
