import { z } from 'zod';
import type { Json } from '../../contract/json';
import { edit } from './edit';

const edits = z.array(edit).max(20).default([]);

const json: z.ZodType<Json> = z.json();

/** Answers something else: by default `{"message": ..}`. */
const status = z.strictObject({
  kind: z.literal('status'),
  status: z.int().min(200).max(599),
  message: z.string().optional(),
  /** JSON in place of the message. */
  body: json.optional(),
  /** A page in place of JSON, as what stands before a service sends it. */
  text: z.string().optional(),
  /** Seconds, or a date. */
  retryAfter: z.union([z.int().min(0), z.string()]).optional(),
});

/** Answers with other content: what v2 might get wrong, or what moves in any answer. */
const rewriting = z.strictObject({
  kind: z.literal('rewrite'),
  /** Changes of each thing that the answer shows in `data`, one or a list of them, one after the other. */
  edits,
  /** Only of things with these values, `{"game.slug": "void-racers"}`. */
  where: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).default({}),
  /** Changes of what a list says about its page in `meta`. */
  meta: edits,
  /** Changes of the whole body, whatever it is: of `data`, `message`, `template.price`. */
  body: edits,
  /** Changes of the query that is answered in place of the one that was asked: another `page`. */
  query: edits,
  /** The status in place of another 2xx. */
  status: z.int().min(200).max(299).optional(),
  /** Whether a 2xx comes without a body. */
  empty: z.boolean().default(false),
});

/** Sends the answer in another way. */
const wire = z.strictObject({
  kind: z.literal('wire'),
  /** More headers, or others; null takes one away. */
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string().nullable()).default({}),
  /** Packs the body whatever `Accept-Encoding` says. `raw-deflate`: declared as deflate, without the zlib frame. */
  encoding: z.enum(['gzip', 'deflate', 'raw-deflate', 'br']).optional(),
  /** This many blanks behind the body before it is packed: a bomb, say. */
  padding: z.int().min(0).max(67_108_864).default(0),
});

/** A disturbance that is asked for, as the control API takes it. */
export const fault = z.strictObject({
  /** `PATCH /v2/currency-offers/{currencyOffer}` as the contract writes it, `* /path`, `GET *`, or `*` for all. */
  route: z.string().default('*'),
  /** How many calls it meets; without it, all of them until it is removed. */
  count: z.int().min(1).optional(),
  /** Share of the calls that it meets. */
  rate: z.number().min(0).max(1).default(1),
  /** Id of the one seller whose calls it meets; without it, everyone's. */
  seller: z.int().min(1).optional(),
  /** Milliseconds before anything is answered. */
  latency: z.int().min(0).max(600_000).default(0),
  /** What is sent before the answer (RFC 9110 15.2). */
  informational: z
    .array(z.literal([100, 102, 103]))
    .max(10)
    .default([]),
  /** Whether the operation is executed though its answer is replaced or lost; anything else never hinders it. */
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

/** A disturbance with its defaults filled in. */
export type Fault = z.output<typeof fault>;
export type Disturbance = NonNullable<Fault['disturbance']>;
export type Replacement = z.output<typeof status>;
export type Rewriting = z.output<typeof rewriting>;
export type Wire = z.output<typeof wire>;
