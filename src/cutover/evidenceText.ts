import { z } from 'zod';
import type { Evidence } from './evidence';
import type { Usage } from './evidence';

const count = z.int().min(0);
const counts = z.array(z.tuple([z.string(), count])).transform((entries) => new Map(entries));
const latencies = z.array(z.tuple([count, count])).transform((entries) => new Map(entries));

const side = z.object({
  requests: count,
  errors: count,
  latency: latencies,
});

const operation = z.object({
  stageSince: z.number(),
  row: z.object({ v1: count, v2: count, blamed: count }),
  slices: z.array(
    z.object({
      at: z.number(),
      v1: count,
      v1Failed: count,
      v2: count,
      v2Failed: count,
      v1Slow: count.default(0),
      v2Slow: count.default(0),
      rescued: count,
      lost: count,
      blamed: count,
      // What older versions have kept has none.
      latency: z.object({ v1: latencies, v2: latencies }).default(() => ({ v1: new Map(), v2: new Map() })),
    }),
  ),
});

const evidence = z.object({
  since: z.number(),
  compared: count,
  differing: count,
  v1: side,
  v2: side,
  operations: counts,
  signatures: counts,
  // What older versions have kept has none.
  traffic: z
    .array(z.tuple([z.string(), operation]))
    .default([])
    .transform((entries) => new Map(entries)),
  callers: z
    .array(z.tuple([z.string(), z.object({ served: count, compared: count })]))
    .transform((entries) => new Map(entries)),
});

const used = z.object({
  since: z.number(),
  days: z.array(z.tuple([count, counts])).transform((entries) => new Map(entries)),
  callers: z
    .array(z.tuple([z.string(), z.object({ v1: count, v2: count, latest: z.number() })]))
    .transform((entries) => new Map(entries)),
});

/** Maps become lists of pairs. */
const plain = (_name: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

/** Evidence by days as text for a store. */
export const writeEvidence = (kept: readonly Evidence[]): string => JSON.stringify(kept, plain);

/** Reads what `writeEvidence` has written. Throws on anything else. */
export const readEvidence = (text: string): readonly Evidence[] => evidence.array().parse(JSON.parse(text));

/** What clients use as text for a store. */
export const writeUsage = (usage: Usage): string => JSON.stringify(usage, plain);

/** Reads what `writeUsage` has written. Throws on anything else. */
export const readUsage = (text: string): Usage => used.parse(JSON.parse(text));
