import { z } from 'zod';
import type { Json } from '../contract/json';

const json: z.ZodType<Json> = z.json();

const reply = z.strictObject({
  status: z.int(),
  headers: z.record(z.string(), z.string()).optional(),
  body: json,
});

/** Reads by default: a write says its method. */
const method = z.enum(['GET', 'POST', 'PATCH', 'DELETE']).default('GET');

/** One rehearsed request: what the client sends, what v2 must be sent and answers, what the client must get. */
const fixtureCase = z.strictObject({
  name: z.string().min(1),
  operation: z.string(),
  /** Set where v2 does not answer as its contract has it: documents take no example from it. */
  drift: z.literal(true).optional(),
  request: z.strictObject({
    method,
    /** Below `/v2/` for a deprecated form. */
    path: z.string().regex(/^\/v[12]\//),
    /** Set where the client shows no key. */
    keyless: z.literal(true).optional(),
    body: json.optional(),
  }),
  upstream: z.array(
    z.strictObject({
      sends: z.strictObject({ method, path: z.string().startsWith('/v2/'), body: json.optional() }),
      answers: reply,
    }),
  ),
  gets: reply.omit({ headers: true }),
});

/** The fixtures of one resource, in `fixtures/` beside the mapping files. */
export const fixtureFile = z.strictObject({ resource: z.string(), cases: z.array(fixtureCase).min(1) });

export type FixtureCase = z.infer<typeof fixtureCase>;
