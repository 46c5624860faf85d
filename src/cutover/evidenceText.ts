import { z } from 'zod';
import type { Evidence } from './evidence';

const count = z.int().min(0);
const counts = z.array(z.tuple([z.string(), count])).transform((entries) => new Map(entries));
const side = z.object({
  requests: count,
  errors: count,
  latency: z.array(z.tuple([count, count])).transform((entries) => new Map(entries)),
});

const evidence = z.object({
  since: z.number(),
  compared: count,
  differing: count,
  v1: side,
  v2: side,
  operations: counts,
  signatures: counts,
  callers: z
    .array(z.tuple([z.string(), z.object({ served: count, compared: count })]))
    .transform((entries) => new Map(entries)),
});

/** Evidence as text for a store; maps become lists of pairs. */
export const writeEvidence = (kept: Evidence): string =>
  JSON.stringify(kept, (_name, value: unknown) => (value instanceof Map ? [...value] : value));

/** Reads what `writeEvidence` has written. Throws on anything else. */
export const readEvidence = (text: string): Evidence => evidence.parse(JSON.parse(text));
