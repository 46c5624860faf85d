import { z } from 'zod';
import { rewriting } from './rewriting';

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
  /** Whether the operation is executed before its answer is disturbed; latency alone and other content never hinder it. */
  executed: z.boolean().default(false),
  disturbance: z
    .discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('status'),
        status: z.int().min(200).max(599),
        message: z.string().optional(),
        retryAfter: z.int().min(0).optional(),
      }),
      /** The head and half of the body, then the connection ends. */
      z.strictObject({ kind: z.literal('truncate') }),
      /** The connection ends without an answer. */
      z.strictObject({ kind: z.literal('reset') }),
      rewriting,
    ])
    .optional(),
});

/** A disturbance with its defaults filled in. */
export type Fault = z.output<typeof fault>;
