import { z } from 'zod';
import type { Json } from '../../contract/json';
import { readMicros } from '../values/amounts';

/**
 * Names from the outside in, `delivery_time.seconds` or a list of them; in a list `0` is its first element and `*` each.
 */
const at = z.union([z.string().min(1), z.array(z.string()).min(1)]);

const decimal = z.number().refine((number) => readMicros(String(number)) !== undefined);

const json: z.ZodType<Json> = z.json();

const editKind = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.literal(kind), at, ...shape });

const NUMERAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** One change of what an answer shows; a value of another type than the change is about stays as it is. */
export const edit = z.discriminatedUnion('kind', [
  // Of a number, or of a decimal as text.
  editKind('multiply', { by: decimal }),
  editKind('add', { by: decimal }),
  editKind('round', { places: z.int().min(0).max(6) }),
  /** More digits behind its last one: 5.99 becomes 5.990001. */
  editKind('decimals', { digits: z.string().regex(/^\d{1,40}$/) }),
  // Of a text.
  editKind('words', { words: z.record(z.string(), z.string()) }),
  editKind('case', { to: z.enum(['upper', 'lower']) }),
  editKind('append', { text: z.string() }),
  // Of any present value.
  /** The first characters of a text or elements of a list; below 0 all but the last. */
  editKind('cut', { length: z.int() }),
  editKind('reverse', {}),
  /** A number or a boolean as text. */
  editKind('quote', {}),
  editKind('drop', {}),
  // In place of the present value, which may be missing.
  editKind('set', { value: json }),
  /** A number exactly as written here: `1.2E-5`, `5.990`. */
  editKind('numeral', { text: z.string().regex(NUMERAL) }),
  /** A copy of the value at a second path. */
  editKind('copy', { from: at }),
  /** A counter that grows by one with each value. */
  editKind('count', {}),
  /** One of these, drawn for each value. */
  editKind('draw', { among: z.tuple([json], json) }),
  /** 32 hexadecimal digits, drawn for each value. */
  editKind('token', {}),
  /** Another name for a member of the same object. */
  editKind('rename', { to: z.string().min(1) }),
]);

export type AnswerEdit = z.output<typeof edit>;

const edits = z.array(edit).max(20).default([]);

/** Answers something else: by default `{"message": ..}`. */
const status = z.strictObject({
  kind: z.literal('status'),
  status: z.int().min(200).max(599),
  message: z.string().optional(),
  /** JSON in place of the message. */
  body: json.optional(),
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
  /** Changes of the whole body, whatever it is: of `data`, `meta.total`, `message`, `template.price`. */
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
export type Rewriting = z.output<typeof rewriting>;
