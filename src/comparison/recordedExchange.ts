import { z } from 'zod';

const headers = z.record(z.string(), z.string());

const rawAnswer = z.object({
  /** Method, path and query of the call. */
  asked: z.string(),
  status: z.int().min(100).max(599),
  headers,
  body: z.string(),
});

/** One exchange with v1 as it is recorded: one line of NDJSON, secrets taken out. */
export const recordedExchange = z.object({
  id: z.string(),
  /** Clock ms. */
  at: z.number(),
  /** Fingerprint of the key of whoever asked, empty without one; absent where nobody knows. */
  caller: z
    .string()
    .regex(/^([0-9a-f]{12})?$/)
    .optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Path and query; a secret in it is `(secret)`. */
  target: z.string().startsWith('/'),
  /** Body of the request as JSON text; absent without one. */
  sent: z.string().optional(),
  status: z.int().min(100).max(599),
  headers,
  /** Body of the answer as text. */
  body: z.string(),
  /** What v2 answered when the same was asked through the translation; absent where nothing is known of it. */
  v2: z.array(rawAnswer).optional(),
});

export type RecordedExchange = z.infer<typeof recordedExchange>;
