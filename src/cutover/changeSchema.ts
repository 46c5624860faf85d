import { z } from 'zod';

const stage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['v1', 'shadow', 'v2', 'gone']) }),
  z.strictObject({ kind: z.literal('canary'), percent: z.number().gt(0).max(100) }),
]);

const side = z.enum(['v1', 'v2', 'none']);

const name = z.string().min(1).max(100);

const pin = z.strictObject({
  kind: z.literal('pin'),
  caller: z.string().regex(/^[0-9a-f]{12}$/),
  side,
});

/** A caller as a person names it: by name, fingerprint or the beginning of one. */
const asked = z.string().min(1).max(100);

/** What a person may change, as it comes over the admin port or out of a store. */
const manual = [
  z.strictObject({ kind: z.literal('move'), to: stage }),
  z.strictObject({ kind: z.literal('hold'), until: z.number().optional() }),
  z.strictObject({ kind: z.literal('release') }),
  z.strictObject({ kind: z.literal('kill') }),
  z.strictObject({
    kind: z.literal('resolve'),
    issue: z.string().min(1).max(40),
    causes: z
      .array(z.strictObject({ operation: name, path: z.string().max(2_000), kind: name }))
      .min(1)
      .max(200),
  }),
] as const;

/** Any change. */
export const changeSchema = z.discriminatedUnion('kind', [
  ...manual,
  pin,
  z.strictObject({ kind: z.literal('closeStep'), step: z.string() }),
  z.strictObject({ kind: z.literal('epoch'), epoch: z.string() }),
]);

/** Stands for all resources where a change is asked for. */
export const ALL = '*';

/** A change that a person asks for. */
export const changeRequestSchema = z.strictObject({
  resource: z.string().min(1).max(100),
  change: z.discriminatedUnion('kind', [...manual, pin.extend({ caller: asked })]),
  force: z.boolean().optional(),
  confirm: z.string().max(100).optional(),
  actor: z.string().min(1).max(100),
  reason: z.string().trim().min(1).max(500),
});

/** Who or what brought a change about. */
export const causeSchema = z.enum(['manual', 'schedule', 'gate', 'breaker', 'kill']);

/** Which API answers. */
export const sideSchema = z.enum(['v1', 'v2']);

/** The evidence of an event. */
export const sentencesSchema = z.array(z.string());

/** A write that a person takes off the list. */
export const closingSchema = z.strictObject({
  id: z.string().min(1).max(100),
  by: z.string().min(1).max(100),
  note: z.string().trim().min(1).max(500),
});

/** A name that a person gives to a caller; without one it has none. */
export const labelSchema = z.strictObject({ caller: asked, name: z.string().min(1).max(4_000).optional() });
