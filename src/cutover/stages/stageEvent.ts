import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Side, Stage } from './stage';

/** What one event changes about a resource. */
export type Change =
  | { readonly kind: 'move'; readonly to: Stage }
  /** Stops moves forward; without an end until it is released. */
  | { readonly kind: 'hold'; readonly until?: number | undefined }
  /** Ends a hold and a kill. */
  | { readonly kind: 'release' }
  /** Everything to v1 now. */
  | { readonly kind: 'kill' }
  | { readonly kind: 'pin'; readonly caller: string; readonly side: Side | 'none' }
  /** An issue of the comparison is mended: what was seen of it before counts no more. */
  | {
      readonly kind: 'resolve';
      readonly issue: string;
      readonly causes: readonly {
        readonly operation: string;
        readonly path: string;
        readonly kind: string;
      }[];
    }
  /** A step of the plan has had its chance without a move. */
  | { readonly kind: 'closeStep'; readonly step: string }
  /** What evidence is collected with has changed: it begins anew, and forward moves are held. */
  | { readonly kind: 'epoch'; readonly epoch: string };

/** Who or what brought a change about. */
export type ChangeCause = 'manual' | 'schedule' | 'gate' | 'breaker' | 'kill';

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

/** A change as it is about to be written down. */
export interface StageEntry {
  /** Clock ms. */
  readonly at: number;
  /** Who asked for it; `lifeboat` for what the gateway does by itself. */
  readonly actor: string;
  readonly resource: string;
  /** The stage before it, as people write it. */
  readonly from: string;
  readonly change: Change;
  readonly cause: ChangeCause;
  readonly reason: string;
  /** The sentences of the gate at that moment; empty when it was not asked. */
  readonly evidence: readonly string[];
  /** The step of the plan that it carries out; empty for none. */
  readonly step: string;
  /** The epoch of evidence that was in force. */
  readonly mappingHash: string;
}

/** One line of the log: append-only, each bound to the one before. */
export interface StageEvent extends StageEntry {
  /** Counts from 1 without a gap. */
  readonly seq: number;
  /** `hash` of the line before; 64 zeros for the first. */
  readonly prevHash: string;
  /** SHA-256 of all other members. */
  readonly hash: string;
}

const NONE_BEFORE = '0'.repeat(64);

type Unsealed = Omit<StageEvent, 'hash'>;

/** Members in a fixed order, so that the same event has the same hash wherever it was read from. */
function hashOf(event: Unsealed): string {
  const { seq, at, actor, resource, from, change, cause, reason, evidence, step, mappingHash, prevHash } =
    event;
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const sorted = given.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const text = [seq, at, actor, resource, from, sorted, cause, reason, evidence, step, mappingHash, prevHash];
  return createHash('sha256').update(JSON.stringify(text)).digest('hex');
}

/** Binds an entry to the line before it. */
export function chainEntry(last: StageEvent | undefined, entry: StageEntry): StageEvent {
  const unsealed = { ...entry, seq: (last?.seq ?? 0) + 1, prevHash: last?.hash ?? NONE_BEFORE };
  return { ...unsealed, hash: hashOf(unsealed) };
}

/** Whether a log is whole, or the first line that does not follow from the one before. */
export type ChainVerdict =
  | { readonly ok: true; readonly events: number }
  | { readonly ok: false; readonly seq: number; readonly problem: string };

function problemOf(event: StageEvent, last: StageEvent | undefined): string | undefined {
  const { seq, prevHash, hash, ...entry } = event;
  const expected = chainEntry(last, entry);
  if (seq !== expected.seq) return `line ${expected.seq} is missing`;
  if (prevHash !== expected.prevHash) return 'it is not bound to the line before it';
  return hash === expected.hash ? undefined : 'it is not what was written';
}

/** Follows the chain from its first line. A cut-off end cannot be seen from inside: keep the latest hash elsewhere. */
export function verifyChain(events: readonly StageEvent[]): ChainVerdict {
  let last: StageEvent | undefined;
  for (const event of events) {
    const problem = problemOf(event, last);
    if (problem !== undefined) return { ok: false, seq: event.seq, problem };
    last = event;
  }
  return { ok: true, events: events.length };
}
