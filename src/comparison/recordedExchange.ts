import { z } from 'zod';

/** One exchange with v1 as it is recorded: one line of NDJSON, secrets taken out. */
export const recordedExchange = z.object({
  id: z.string(),
  /** Clock ms. */
  at: z.number(),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']),
  /** Path and query; a secret in it is `(secret)`. */
  target: z.string().startsWith('/'),
  /** Body of the request as JSON text; absent without one. */
  sent: z.string().optional(),
  status: z.int().min(100).max(599),
  headers: z.record(z.string(), z.string()),
  /** Body of the answer as text. */
  body: z.string(),
});

export type RecordedExchange = z.infer<typeof recordedExchange>;
