import { z } from 'zod';
import { causeSchema, changeSchema, sideSchema } from './changeSchema';

/** The outcome of a verification, as it comes over the admin port. */
export const verdictSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), events: z.number() }),
  z.object({ ok: z.literal(false), seq: z.number(), problem: z.string() }),
]);

/** The log as it comes over the admin port. */
export const logPage = z.array(
  z.object({
    seq: z.number(),
    at: z.number(),
    actor: z.string(),
    resource: z.string(),
    from: z.string(),
    change: changeSchema,
    cause: causeSchema,
    reason: z.string(),
  }),
);

/** The list of ambiguous writes as it comes over the admin port. */
export const writesPage = z.array(
  z.object({
    id: z.string(),
    at: z.number(),
    resource: z.string(),
    target: z.string(),
    side: sideSchema,
    problem: z.string(),
    found: z.string().optional(),
    closed: z.object({ at: z.number(), by: z.string(), note: z.string() }).optional(),
  }),
);

/** The answer to a change. */
export const changedPage = z.object({ kept: z.boolean() });

/** A refusal of the admin port. */
export const refusalPage = z.object({ message: z.string() });
