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
    /** Of the caller that it is about, where it has one. */
    name: z.string().optional(),
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
    caller: z.string(),
    name: z.string().optional(),
    side: sideSchema,
    problem: z.string(),
    found: z.string().optional(),
    closed: z.object({ at: z.number(), by: z.string(), note: z.string() }).optional(),
  }),
);

/** Everybody who was seen, whatever was asked for. */
export const clientsPage = z.array(
  z.object({
    caller: z.string(),
    name: z.string().optional(),
    resources: z.array(z.string()),
    requests: z.number(),
    latest: z.string().optional(),
  }),
);

/** The answer to a label. */
export const labelledPage = z.object({ caller: z.string() });

/** The answer to a change. */
export const changedPage = z.object({ kept: z.boolean() });

/** A refusal of the admin port. */
export const refusalPage = z.object({ message: z.string() });
