import { z } from 'zod';

/** Schemas of the counts of one client or day. */
const counts = {
  requests: z.int(),
  /** Requests answered with a status from 400. */
  errors: z.int(),
  byV1: z.int(),
  byV2: z.int(),
  /** Requests refused by a brownout. */
  refused: z.int(),
};

/** Schema of a trait: a habit of a client that v2 does not take. */
const usedTrait = z.object({
  trait: z.string(),
  field: z.string(),
  requests: z.int(),
  /** A day, e.g. `2026-01-31`. */
  latest: z.string(),
  sends: z.string(),
  wants: z.string(),
});

/** Schema of a client's use of one operation; `resource` is empty where no operation is mapped. */
const usedOperation = z.object({
  resource: z.string(),
  operation: z.string(),
  ...counts,
  /** Instant, ISO 8601. */
  latest: z.string(),
  traits: z.array(usedTrait),
});

/** Schema of one client: a key and a program. */
const usedClient = z.object({
  /** `fingerprint/program`. */
  client: z.string(),
  caller: z.string(),
  program: z.string(),
  name: z.string().optional(),
  ...counts,
  latest: z.string(),
  /** Absent for requests without a key, and for clients that are counted together. */
  readiness: z.enum(['moved', 'can move', 'has work', 'unknown']).optional(),
  why: z.string().optional(),
  /** Instant of the latest v1 request, ISO 8601. */
  latestOnV1: z.string().optional(),
  operations: z.array(usedOperation),
});

/** Schema of `/usage`. */
export const usagePage = z.object({
  /** First and last day of the period, UTC, e.g. `2026-01-31`. */
  from: z.string(),
  to: z.string(),
  total: z.object(counts),
  days: z.array(z.object({ day: z.string(), ...counts, onV1Paths: z.int() })),
  /** Number of all clients of the period; of more than 1,000 only the busiest are listed. */
  clientsInAll: z.int(),
  readiness: z.record(z.string(), z.int()),
  clients: z.array(usedClient),
});

export type UsageCounts = z.output<z.ZodObject<typeof counts>>;
export type UsagePage = z.output<typeof usagePage>;
export type UsedClient = z.output<typeof usedClient>;
export type UsedOperation = z.output<typeof usedOperation>;
