import { createHash } from 'node:crypto';
import { z } from 'zod';
import { BROWNOUT_PHASES } from './brownout';
import { isForward, parseStage, renderStage, stageSchema } from './stage';

const name = z.string().min(1).max(100);

const fingerprint = z.string().regex(/^[0-9a-f]{12}$/);

/** Schema of the changes that can take v1 from clients; instants are clock ms. */
export const forwardSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('move'), to: stageSchema }),
  /** Ends a hold and a kill. */
  z.strictObject({ kind: z.literal('release') }),
  z.strictObject({ kind: z.literal('pin'), caller: fingerprint, side: z.enum(['v1', 'v2', 'none']) }),
  /** Exempts a caller from brownouts and from the end until an instant; without one ends the exemption. */
  z.strictObject({ kind: z.literal('extend'), caller: fingerprint, until: z.number().optional() }),
  /** Ends v1 for a caller, or reverses that. */
  z.strictObject({ kind: z.literal('retire'), caller: fingerprint, gone: z.boolean() }),
]);

type ForwardChange = z.output<typeof forwardSchema>;

/** Schema of every change; instants are clock ms. */
export const changeSchema = z.discriminatedUnion('kind', [
  ...forwardSchema.options,
  /** Asks a second person for a change, and changes nothing itself. */
  z.strictObject({
    kind: z.literal('ask'),
    change: forwardSchema,
    force: z.boolean(),
    confirm: name.optional(),
  }),
  /** Stops moves forward until an instant, or until a release. */
  z.strictObject({ kind: z.literal('hold'), until: z.number().optional() }),
  /** Sends all requests to v1 at once. */
  z.strictObject({ kind: z.literal('kill') }),
  /**
   * Resolves an issue of the comparison, whose earlier differences no longer count. The differences of an agreed issue
   * do not count until an instant.
   */
  z.strictObject({
    kind: z.literal('resolve'),
    issue: z.string().min(1).max(40),
    causes: z
      .array(z.strictObject({ operation: name, path: z.string().max(2_000), kind: name }))
      .min(1)
      .max(200),
    agreed: z.strictObject({ until: z.number(), owner: name }).optional(),
  }),
  /** Records a phase of a brownout, by its id. */
  z.strictObject({ kind: z.literal('brownout'), brownout: z.string(), phase: z.enum(BROWNOUT_PHASES) }),
  /** Closes a step of the plan without a move. */
  z.strictObject({ kind: z.literal('closeStep'), step: z.string() }),
  /** Starts a new epoch after a change of mappings, rules or version, with new evidence and held forward moves. */
  z.strictObject({ kind: z.literal('epoch'), epoch: z.string() }),
]);

export type Change = z.output<typeof changeSchema>;

/** Change of v1 as a whole, not of a resource. */
export type RetiringChange = Extract<Change, { kind: 'brownout' | 'extend' | 'retire' }>;

const RETIRING: ReadonlySet<string> = new Set(['brownout', 'extend', 'retire']);

/** Recognizes a change of v1 as a whole. */
export const isRetiring = (change: Change): change is RetiringChange => RETIRING.has(change.kind);

/** Change that only records something, without an effect on the answering side. */
export type NotedChange = Extract<Change, { kind: 'ask' | 'resolve' | 'closeStep' }>;

const NOTED: ReadonlySet<string> = new Set(['ask', 'resolve', 'closeStep']);

/** Recognizes a change that only records something. */
export const isNoted = (change: Change): change is NotedChange => NOTED.has(change.kind);

/** Words the effect of a resolution on its issue, such as in `resolved issue 1a2b3c4d`. */
export const resolutionText = ({ agreed }: Extract<Change, { kind: 'resolve' }>): string =>
  agreed === undefined ? 'resolved' : 'agreed to';

/** Returns the caller (fingerprint) that a change or a request for one concerns, if it concerns one. */
export function callerOf(change: Change): string | undefined {
  if (change.kind === 'ask') return callerOf(change.change);
  return 'caller' in change ? change.caller : undefined;
}

/** Words where a change leads that waits for a second person, such as `canary 5%` or `v2 for caller acme`. */
export function goalText(
  change: ForwardChange,
  from: string,
  callerText: (caller: string) => string,
): string {
  if (change.kind === 'move') return renderStage(change.to);
  if (change.kind === 'release') return from;
  const who = `for caller ${callerText(change.caller)}`;
  if (change.kind === 'pin') return `${change.side === 'none' ? from : change.side} ${who}`;
  if (change.kind === 'retire') return `gone ${who}`;
  const begin = change.until === undefined ? '' : ` from ${new Date(change.until).toISOString()}`;
  return `brownouts and its end ${who}${begin}`;
}

/** Words the request to a second person. */
export const askingText = (
  { change }: Extract<Change, { kind: 'ask' }>,
  from: string,
  callerText: (caller: string) => string,
): string =>
  change.kind === 'release' ? 'to release it' : `to move it to ${goalText(change, from, callerText)}`;

/** Schema of the cause of a change. */
export const causeSchema = z.enum(['manual', 'schedule', 'gate', 'breaker', 'kill']);

export type ChangeCause = z.output<typeof causeSchema>;

/** Name of all resources in a change request. */
export const ALL = '*';

/** Names the subject of a change for people: a change of all resources is one of v1. */
export const subjectText = (resource: string): string => (resource === ALL ? 'v1' : resource);

/** Schema of an event's evidence. */
export const sentencesSchema = z.array(z.string());

/** Change before it is added to the log. */
export interface StageEntry {
  /** Clock ms. */
  readonly at: number;
  /** Actor of the change; `lifeboat` if the gateway acts by itself. */
  readonly actor: string;
  readonly resource: string;
  /** Stage before the change, as people write it. */
  readonly from: string;
  readonly change: Change;
  readonly cause: ChangeCause;
  readonly reason: string;
  /** Sentences of the gate at that moment. They are empty without its judgement. */
  readonly evidence: readonly string[];
  /** Step of the plan that the change carries out. It is empty for none. */
  readonly step: string;
  /** Epoch of evidence in force. */
  readonly mappingHash: string;
}

const PASSED = 'passed: ';

/** Lists the missing conditions of a forced move forward or of a forced release of a kill. */
export function missingConditions({
  cause,
  from,
  change,
  evidence,
}: Pick<StageEntry, 'cause' | 'from' | 'change' | 'evidence'>): readonly string[] {
  const stage = parseStage(from);
  const isBack = change.kind === 'move' && (stage === undefined || !isForward(stage, change.to));
  if (cause !== 'manual' || isBack || (change.kind !== 'move' && change.kind !== 'release')) return [];
  return evidence.filter((sentence) => !sentence.startsWith(PASSED));
}

/** Event of the log, which is append-only and chained to the previous event. */
export interface StageEvent extends StageEntry {
  /** Number of the event, from 1 without a gap. */
  readonly seq: number;
  /** `hash` of the previous event; 64 zeros for the first. */
  readonly prevHash: string;
  /** SHA-256 of all other members. */
  readonly hash: string;
}

const NONE_BEFORE = '0'.repeat(64);

/** Hashes the members in a fixed order, so that an event has the same hash from every store. */
function hashOf(event: Omit<StageEvent, 'hash'>): string {
  const { seq, at, actor, resource, from, change, cause, reason, evidence, step, mappingHash, prevHash } =
    event;
  const givenMembers = Object.entries(change).filter(([, value]) => value !== undefined);
  const sorted = givenMembers.toSorted(([name], [nextName]) => (name < nextName ? -1 : 1));
  const text = [seq, at, actor, resource, from, sorted, cause, reason, evidence, step, mappingHash, prevHash];
  return createHash('sha256').update(JSON.stringify(text)).digest('hex');
}

/** Chains an entry to the previous event. */
export function chainEntry(last: StageEvent | undefined, entry: StageEntry): StageEvent {
  const unsealed = { ...entry, seq: (last?.seq ?? 0) + 1, prevHash: last?.hash ?? NONE_BEFORE };
  return { ...unsealed, hash: hashOf(unsealed) };
}

/** Result of verifyChain: intact, or the first event that does not follow from the previous one. */
export type ChainVerdict =
  | { readonly ok: true; readonly events: number }
  | { readonly ok: false; readonly seq: number; readonly problem: string };

/** Explains why an event does not continue the chain. Returns undefined if it does. */
function chainFault(event: StageEvent, last: StageEvent | undefined): string | undefined {
  const { seq, prevHash, hash, ...entry } = event;
  const expected = chainEntry(last, entry);
  if (seq !== expected.seq) return `line ${expected.seq} is missing`;
  if (prevHash !== expected.prevHash) return 'it is not bound to the line before it';
  return hash === expected.hash ? undefined : 'it is not what was written';
}

/** Verifies the hash chain. It cannot detect a missing end: keep the latest hash elsewhere. */
export function verifyChain(events: readonly StageEvent[]): ChainVerdict {
  let last: StageEvent | undefined;
  for (const event of events) {
    const problem = chainFault(event, last);
    if (problem !== undefined) return { ok: false, seq: event.seq, problem };
    last = event;
  }
  return { ok: true, events: events.length };
}
