import { MINUTE_MS } from '../../contract/clock';
import { addToCount } from '../../contract/recent';
import type { DifferenceKind, Severity } from '../compare/difference';
import type { KeptDifference, SeenPair } from '../keep/observation';
import { createRelationCounts, type RelationCounts } from './relationCounts';

/** A difference that keeps coming back, by the numbers of the compared requests of its operation. */
interface Run {
  readonly first: number;
  readonly latest: number;
  /** Requests that have it. */
  readonly times: number;
  /** Clock ms of the latest. */
  readonly at: number;
}

/** Most requests in a row without the difference within one run. */
const RUN_GAP_REQUESTS = 20;

/** Average gaps between two differing requests after which a run is over, not only paused. */
const GAPS_THAT_END_A_RUN = 3;

/** Requests with a difference that raise an alarm, and requests in a row without it that end the alarm. */
export const ALARMING_FAILURES = 3;
const ALARMING_PROOF = 10;

/** Time (ms) without an unanswered request after which an outage is over, even without requests. */
const OUTAGE_MS = 240_000;

/** Counts the requests in a row without the difference that end its run. */
function cleanRequestsToEnd(kind: DifferenceKind, { first: firstAt, latest: latestAt, times }: Run): number {
  const least = kind === 'unavailable' ? ALARMING_FAILURES : ALARMING_PROOF;
  return times === 1 ? least : Math.max(least, (GAPS_THAT_END_A_RUN * (latestAt - firstAt)) / (times - 1));
}

/** Reports whether enough requests came without the difference, so that its alarm ends. */
export const isRunOver = (kind: DifferenceKind, run: Run, compared: number): boolean =>
  compared - run.latest >= cleanRequestsToEnd(kind, run);

/** Recognizes an outage that no request has met for long, so that its alarm ends. */
export const isForgotten = (kind: DifferenceKind, { at }: Run, now: number): boolean =>
  kind === 'unavailable' && now - at >= OUTAGE_MS;

/** Adds a request with the difference, compared at an instant (clock ms), to the run of its kind, or begins one. */
export function lengthenRun(counts: KindCounts, compared: number, at: number): void {
  const { kind, run } = counts;
  const isOver =
    run === undefined || compared - run.latest > Math.max(RUN_GAP_REQUESTS, cleanRequestsToEnd(kind, run));
  const { first, times } = isOver ? { first: compared, times: 0 } : run;
  counts.run = { first, latest: compared, times: times + 1, at };
}

/** Most slices: as many bars as can be told apart in a row of a table. */
const MAX_SLICES = 24;

/** Counts of events by equal slices of time, in bounded memory; the slices double in length when there are too many. */
interface TimeCounts {
  /** Length of a slice, ms. */
  width: number;
  /** Counts by the number of the slice since 1970. */
  slices: Map<number, number>;
}

/** Doubles the length of the slices until those up to an instant (clock ms) are few enough. */
function widenSlices(times: TimeCounts, until: number): void {
  while (Math.floor(until / times.width) - Math.min(...times.slices.keys()) >= MAX_SLICES) {
    const pairs = Map.groupBy(times.slices, ([slice]) => Math.floor(slice / 2));
    times.slices = new Map(
      Array.from(pairs, ([slice, both]) => [slice, both.reduce((sum, [, count]) => sum + count, 0)]),
    );
    times.width *= 2;
  }
}

/** Counts an event at an instant (clock ms). An earlier one may come later. */
function countTime(times: TimeCounts, at: number): void {
  addToCount(times.slices, Math.floor(at / times.width), 1);
  widenSlices(times, Math.max(...times.slices.keys()) * times.width);
}

/** Returns the slices from the first event to `now` (clock ms), which the last one holds. */
export function slicesUntil(times: TimeCounts, now: number) {
  widenSlices(times, now);
  const { slices, width } = times;
  const first = Math.min(...slices.keys());
  const length = Math.max(...slices.keys(), Math.floor(now / width)) - first + 1;
  const counts = Array.from({ length }, (_, index) => slices.get(first + index) ?? 0);
  return { from: first * width, width, counts };
}

/** Reference to the sample of one request. */
export interface SampleReference {
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
}

/** Counts of one kind of difference at one path. */
export interface KindCounts {
  readonly kind: DifferenceKind;
  readonly severity: Severity;
  requests: number;
  /** Relations that explain the differences. */
  readonly relations: RelationCounts;
  /** Contract violations of v2 in the same requests. */
  readonly unfits: Map<string, number>;
  readonly times: TimeCounts;
  run: Run | undefined;
  /** Number of counted requests of its resource up to the latest. */
  countedThen: number;
  readonly first: SampleReference;
  latest: SampleReference;
  /** The pair with the fewest differences. */
  smallest: SampleReference & { readonly differences: number };
}

/** Kinds of difference without a body of v2 to compare. */
const ANSWERLESS: ReadonlySet<string> = new Set(['status', 'unavailable']);

const MAX_TEXTS = 20;

function newKind({ kind, severity }: KeptDifference, { id, at }: SeenPair, differences: number): KindCounts {
  const sample = { id, at };
  return {
    kind,
    severity,
    requests: 0,
    relations: createRelationCounts(),
    unfits: new Map(),
    times: { width: MINUTE_MS, slices: new Map() },
    run: undefined,
    countedThen: 0,
    first: sample,
    latest: sample,
    smallest: { ...sample, differences },
  };
}

/** Counts the differences of one request at one path: requests, relations and samples of each kind. */
export function noteKinds(
  kinds: Map<DifferenceKind, KindCounts>,
  differences: readonly KeptDifference[],
  seenPair: SeenPair,
): void {
  const seenKinds = new Set<KindCounts>();
  for (const difference of differences) {
    const knownKind = kinds.get(difference.kind);
    const kind = knownKind ?? newKind(difference, seenPair, seenPair.differences.length);
    kinds.set(difference.kind, kind);
    // Only the first element of an array counts: a request is one piece of evidence.
    if (seenKinds.has(kind)) continue;
    seenKinds.add(kind);
    kind.relations.add(difference.relation);
    const { unfit = '' } = ANSWERLESS.has(kind.kind) ? seenPair : {};
    if (unfit !== '' && (kind.unfits.has(unfit) || kind.unfits.size < MAX_TEXTS))
      addToCount(kind.unfits, unfit, 1);
    kind.requests += 1;
    countTime(kind.times, seenPair.at);
    kind.latest = { id: seenPair.id, at: seenPair.at };
    if (seenPair.differences.length < kind.smallest.differences) {
      kind.smallest = { ...kind.latest, differences: seenPair.differences.length };
    }
  }
}
