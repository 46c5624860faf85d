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
    /** What the gate said then. */
    evidence: z.array(z.string()),
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

const conditions = z.array(z.object({ name: z.string(), outlook: z.string(), sentence: z.string() }));

/** What the gate says of a move of each resource, as it comes over the admin port. */
export const gatesPage = z.array(
  z.object({
    resource: z.string(),
    from: z.string(),
    to: z.string(),
    forward: z.boolean(),
    killed: z.boolean(),
    verdict: z.string(),
    conditions,
  }),
);

/** The answer to a change of one resource. */
export const changedPage = z.object({
  resource: z.string(),
  kept: z.boolean(),
  /** As it is set now. */
  stage: z.string(),
  killed: z.boolean(),
});

/** The answer to a change of all resources: each was changed, or says why not. */
export const changesPage = z.object({
  changes: z.array(
    z.union([changedPage, z.object({ resource: z.string(), why: z.string(), message: z.string() })]),
  ),
});

/** A refusal of the admin port; with the resource that was asked for, and those that there are, where it is none. */
export const refusalPage = z.object({
  message: z.string(),
  resource: z.string().optional(),
  resources: z.array(z.string()).optional(),
});
