import { HOUR_MS } from '../../contract/clock';
import { addEachCount, addToCount } from '../../contract/recent';
import type { DecisionReason } from '../stages/decide';
import type { Side } from '../stages/stage';

/** End of a write: executed, or refused for its content, by a rate limit (429), or for its key (401, 403). */
export type WriteEnd = 'accepted' | 'declined' | 'limited' | 'barred';

/** Result of a request of a mapped operation. */
export interface ServedRequest {
  readonly resource: string;
  readonly operation: string;
  /** Fingerprint of the caller's key. It is empty without one. */
  readonly caller: string;
  /** Side that was called first. */
  readonly side: Side;
  readonly because: DecisionReason;
  /** True if the side failed: 5xx, no answer or an unusable one, even if the other side then rescued the request. */
  readonly failed: boolean;
  /** True for a refusal that a previously answered client does not expect: 401, 403, 429. */
  readonly refused?: boolean;
  /** End of a write. It is absent for a read. */
  readonly write?: WriteEnd | undefined;
  /** Id of the resource that a write changes. It is absent if its path names none. */
  readonly item?: string | undefined;
  /** Result of the fallback to v1 after a failure of v2. It is absent without a fallback. */
  readonly rescue?: 'answered' | 'failed' | undefined;
  /** Problem code or status of the failure. */
  readonly signature: string;
  readonly milliseconds: number;
}

/** Recognizes a status that a previously answered client does not expect. */
export const isUnexpectedRefusal = (status: number): boolean =>
  status === 401 || status === 403 || status === 429;

/** Ratio of each class bound to the previous one, so that a percentile is at most 25% off. */
const STEP = 1.25;

/** Number of the last class, which starts at about ten minutes, longer than any deadline. */
const LAST = 60;

/** Returns the class of a latency in ms. */
export function latencyClass(milliseconds: number): number {
  if (milliseconds <= 1) return 0;
  return Math.min(Math.ceil(Math.log(milliseconds) / Math.log(STEP)), LAST);
}

/** Returns the longest latency (ms) of a class. */
const classBound = (latencyClass: number): number => STEP ** latencyClass;

/** Returns the latency (ms) within which a share of the requests was answered, at most 25% too high. 0 without any. */
export function latencyBelow(counts: ReadonlyMap<number, number>, share: number): number {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let sum = 0;
  for (const [latency, count] of [...counts].toSorted(
    ([latencyClassName], [nextClassName]) => latencyClassName - nextClassName,
  )) {
    sum += count;
    if (sum >= share * total) return classBound(latency);
  }
  return 0;
}

/** Counts of the requests of an operation. */
const none = {
  v1: 0,
  v1Failed: 0,
  /** Number of requests answered after `SLOW_MS` or more. */
  v1Slow: 0,
  v2: 0,
  v2Failed: 0,
  v2Slow: 0,
  /** Failures of v2 that v1 answered, those in which v1 failed too, and those for which only v2 is to blame. */
  rescued: 0,
  lost: 0,
  blamed: 0,
  /** Writes by their end; limited or barred writes only if v2 is to blame. */
  accepted: 0,
  declined: 0,
  limited: 0,
  barred: 0,
  /** Writes that v2 has accepted or declined. */
  v2Accepted: 0,
  v2Declined: 0,
};

type Counts = typeof none;

/** Counts of some seconds or minutes. */
export interface Slice extends Counts {
  /** Start of the slice, clock ms. */
  readonly at: number;
  /** Requests of each side by `latencyClass`. */
  readonly latency: Readonly<Record<Side, Map<number, number>>>;
}

/** Counts of the latest requests of an operation. */
export interface OperationTraffic {
  /** Start of the stage in which failures in a row were counted, clock ms. */
  stageSince: number;
  /** Failures in a row of each side; `blamed`: those for which only v2 is to blame. */
  streak: { v1: number; v2: number; blamed: number };
  /** Slices of the last hour, oldest first: of ten seconds in the last ten minutes, before that of five minutes. */
  readonly slices: Slice[];
}

export type Traffic = ReadonlyMap<string, OperationTraffic>;

/**
 * Length (ms) of a slice; each starts at a multiple of it, except the first of a stage, which starts at its first
 * request.
 */
export const SLICE_MS = 10_000;

/** Length (ms) of the recent period; an hour is counted. */
export const RECENT_MS = 300_000;

/** Returns the time (ms) for which failures in a row count without a further request, longer for rare requests. */
export const streakLifetimeMs = (pause: number): number => Math.min(HOUR_MS, RECENT_MS + 2 * pause);

/** Time (ms) from which on an answer is slow for any client of v1. */
const SLOW_MS = 3_000;

export const noStreak = { v1: 0, v2: 0, blamed: 0 } as const;

/** Problem codes from the gateway's state: its queue is full, or its index or a list is not ready yet. */
const ownFailures: ReadonlySet<string> = new Set(['overloaded', 'indexing', 'listChanging']);

/** Recognizes a failure from the gateway's own state, which says nothing about v1 or v2. */
export const isOwnFailure = (signature: string): boolean => ownFailures.has(signature);

/** Returns the counted end of a write. A limited or barred write counts only if just v2 refuses it. */
export function countedWriteEnd({
  write,
  failed,
}: Pick<ServedRequest, 'write' | 'failed'>): WriteEnd | undefined {
  return failed === (write === 'limited' || write === 'barred') ? write : undefined;
}

/** Recognizes a failure for which only v2 is to blame, of a request that the stage itself has sent to v2. */
function isBlamed({ because, rescue, signature }: ServedRequest): boolean {
  return (because === 'inCanary' || because === 'stage') && rescue !== 'failed' && !isOwnFailure(signature);
}

function countEnd(slice: Slice, side: Side, end: WriteEnd | undefined): void {
  if (end === undefined) return;
  slice[end] += 1;
  if (side === 'v2' && end === 'accepted') slice.v2Accepted += 1;
  if (side === 'v2' && end === 'declined') slice.v2Declined += 1;
}

/** Counts a request in a slice. */
export function countSlice(slice: Slice, request: ServedRequest): void {
  const { side, failed, rescue, milliseconds } = request;
  slice[side] += 1;
  addToCount(slice.latency[side], latencyClass(milliseconds), 1);
  countEnd(slice, side, countedWriteEnd(request));
  if (!failed) {
    if (milliseconds >= SLOW_MS) slice[`${side}Slow`] += 1;
    return;
  }
  slice[`${side}Failed`] += 1;
  if (rescue === 'answered') slice.rescued += 1;
  if (rescue === 'failed') slice.lost += 1;
  if (side === 'v2' && isBlamed(request)) slice.blamed += 1;
}

function countStreak(row: OperationTraffic['streak'], served: ServedRequest): void {
  const { side, failed } = served;
  row[side] = failed ? row[side] + 1 : 0;
  if (side === 'v2') row.blamed = failed ? row.blamed + Number(isBlamed(served)) : 0;
}

/** Creates an empty slice that starts at an instant (clock ms). */
export const newSlice = (at: number): Slice => ({ at, ...none, latency: { v1: new Map(), v2: new Map() } });

export const emptyTraffic = (): OperationTraffic => ({ stageSince: 0, streak: { ...noStreak }, slices: [] });

export const COUNT_NAMES = Object.keys(none) as (keyof Counts)[];
export const SIDES = ['v1', 'v2'] as const;

/** Adds the counts of a slice to a sum. */
export function addSlice(sum: Slice, slice: Slice): void {
  for (const name of COUNT_NAMES) sum[name] += slice[name];
  for (const side of SIDES) addEachCount(sum.latency[side], slice.latency[side]);
}

const periodOf = ({ at }: Slice): number => Math.floor(at / RECENT_MS);

/** Age (ms) up to which slices are short: a period of five minutes is merged once all of it is older. */
export const SHORT_SLICES_UNTIL_MS = 2 * RECENT_MS;

/** Merges the old slices that started within the same five minutes. */
function mergeOldSlices(slices: Slice[], now: number): void {
  const recent = slices.findIndex(({ at }) => at >= now - SHORT_SLICES_UNTIL_MS);
  for (let index = recent - 1; index > 0; index -= 1) {
    const [previousSlice, slice] = [slices[index - 1], slices[index]];
    if (previousSlice === undefined || slice === undefined || periodOf(previousSlice) !== periodOf(slice))
      continue;
    addSlice(previousSlice, slice);
    slices.splice(index, 1);
  }
}

/** Counts a request that was answered at `now` in the stage that started at `stageSince` (clock ms). */
export function countTraffic(
  traffic: OperationTraffic,
  request: ServedRequest,
  stageSince: number,
  now: number,
): void {
  const { slices } = traffic;
  let slice = slices.at(-1);
  const isSameStage = traffic.stageSince === stageSince;
  if (!isSameStage) [traffic.stageSince, traffic.streak] = [stageSince, { ...noStreak }];
  const begin = Math.floor(now / SLICE_MS) * SLICE_MS;
  if (slice === undefined || !isSameStage || slice.at < begin) {
    slice = newSlice(slice !== undefined && isSameStage ? begin : now);
    slices.push(slice);
    while (now - (slices[0]?.at ?? now) > HOUR_MS) slices.shift();
    mergeOldSlices(slices, now);
  }
  countSlice(slice, request);
  countStreak(traffic.streak, request);
}

/** Sums up the slices that started at an instant (clock ms) or later. */
export function countsSince({ slices }: OperationTraffic, from: number): Readonly<Counts> {
  const sum = { ...none };
  for (const slice of slices) {
    if (slice.at < from) continue;
    for (const name of COUNT_NAMES) sum[name] += slice[name];
  }
  return sum;
}
