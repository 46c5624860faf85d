import { z } from 'zod';
import type { Json } from '../../contract/json';
import { readMicros } from '../values/amounts';

/**
 * Names from the outside in, `delivery_time.seconds` or a list of them; in a list `0` is its first element and `*` each.
 */
const at = z.union([z.string().min(1), z.array(z.string()).min(1)]);

const decimal = z.number().refine((number) => readMicros(String(number)) !== undefined);

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

/** Changes of any present value. */
const valueEdit = z.discriminatedUnion('kind', [
  /** The first characters of a text or elements of a list; below 0 all but the last. */
  z.strictObject({ kind: z.literal('cut'), at, length: z.int() }),
  z.strictObject({ kind: z.literal('reverse'), at }),
  /** A number or a boolean as text. */
  z.strictObject({ kind: z.literal('quote'), at }),
  z.strictObject({ kind: z.literal('drop'), at }),
]);

/** Values that do not depend on the present value, which may be missing. */
const newEdit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), at, value: json }),
  /** A number exactly as written here: `1.2E-5`, `5.990`. */
  z.strictObject({
    kind: z.literal('numeral'),
    at,
    text: z.string().regex(/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i),
  }),
  /** A copy of the value at a second place. */
  z.strictObject({ kind: z.literal('copy'), at, from: at }),
  /** A counter that grows by one with each value. */
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

export type AnswerEdit = z.output<typeof edit>;
export type NumberEdit = z.output<typeof numberEdit>;
export type TextEdit = z.output<typeof textEdit>;
export type ValueEdit = z.output<typeof valueEdit>;
export type NewEdit = z.output<typeof newEdit>;

const edits = z.array(edit).max(20).default([]);

const replacementJson: z.ZodType<Json> = z.json();

/** Answers something else: by default `{"message": ..}`. */
const status = z.strictObject({
  kind: z.literal('status'),
  status: z.int().min(200).max(599),
  message: z.string().optional(),
  /** JSON in place of the message. */
  body: replacementJson.optional(),
  /** An HTML page in place of JSON, as a proxy in front of a service sends it. */
  text: z.string().optional(),
  /** Seconds, or a date. */
  retryAfter: z.union([z.int().min(0), z.string()]).optional(),
});

/** Answers with other content: mistakes that v2 might make, or values that change in any answer. */
const rewriting = z.strictObject({
  kind: z.literal('rewrite'),
  /** Changes of each resource in the answer's `data`, a single one or a list, one after the other. */
  edits,
  /** Changes only resources with these values, `{"game.slug": "void-racers"}`. */
  where: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  /** Changes of the `meta` of a list, which describes its page. */
  meta: edits,
  /** Changes of the whole body, whatever it is: of `data`, `message`, `template.price`. */
  body: edits,
  /** Changes of the query that is answered in place of the one that was asked: another `page`. */
  query: edits,
  /** The status in place of another 2xx. */
  status: z.int().min(200).max(299).optional(),
  /** Sends a 2xx without a body. */
  empty: z.boolean().default(false),
});

/** Sends the answer in another way. */
const wire = z.strictObject({
  kind: z.literal('wire'),
  /** More headers, or others; null takes one away. */
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string().nullable()).default({}),
  /** Packs the body whatever `Accept-Encoding` says. `raw-deflate`: declared as deflate, without the zlib frame. */
  encoding: z.enum(['gzip', 'deflate', 'raw-deflate', 'br']).optional(),
  /** Number of spaces added to the body before it is compressed, e.g. for a zip bomb. */
  padding: z.int().min(0).max(67_108_864).default(0),
});

/** A fault as the control API takes it. */
export const fault = z.strictObject({
  /** `PATCH /v2/currency-offers/{currencyOffer}` as the contract writes it, `* /path`, `GET *`, or `*` for all. */
  route: z.string().default('*'),
  /** Number of calls that it meets; without it, all of them until it is removed. */
  count: z.int().min(1).optional(),
  /** Share of the calls that it meets. */
  rate: z.number().min(0).max(1).default(1),
  /** Id of the one seller whose calls it meets; without it, everyone's. */
  seller: z.int().min(1).optional(),
  /** Milliseconds before anything is answered. */
  latency: z.int().min(0).max(600_000).default(0),
  /** Informational responses that are sent before the answer (RFC 9110 15.2). */
  informational: z
    .array(z.literal([100, 102, 103]))
    .max(10)
    .default([]),
  /** Runs the operation though its answer is replaced or lost; other faults never prevent it. */
  executed: z.boolean().default(false),
  disturbance: z
    .discriminatedUnion('kind', [
      status,
      rewriting,
      wire,
      /** The head and half of the body, then the connection ends. */
      z.strictObject({ kind: z.literal('truncate') }),
      /** The connection ends without an answer. */
      z.strictObject({ kind: z.literal('reset') }),
    ])
    .optional(),
});

/** A fault with its defaults filled in. */
export type FaultSetting = z.output<typeof fault>;
export type Disturbance = NonNullable<FaultSetting['disturbance']>;
export type Replacement = z.output<typeof status>;
export type Rewriting = z.output<typeof rewriting>;
export type Wire = z.output<typeof wire>;
