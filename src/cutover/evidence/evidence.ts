import { z } from 'zod';
import type { Traffic } from './traffic';

/** Resources to move, with the epoch of their evidence. */
export interface CutoverSubject {
  readonly resources: readonly {
    readonly name: string;
    readonly operations: readonly string[];
    /** Identifies the conditions of its evidence: mapping, agreed differences, version of the gateway. */
    readonly epoch: string;
  }[];
}

/** Requests that a side has answered. */
interface SideCounts {
  readonly requests: number;
  /** Number of requests that ended in a 5xx or without an answer, or that the other side rescued. */
  readonly errors: number;
  /** Requests by `latencyClass`. */
  readonly latency: ReadonlyMap<number, number>;
}

/** Default length (ms) of the evidence window; older evidence counts only in the all-time figures. */
export const STANDARD_WINDOW = 7 * 86_400_000;

/** Evidence about one resource within one epoch, collected by the comparison and the edge. */
export interface Evidence {
  /** Start of its collection, clock ms. */
  readonly since: number;
  /** Number of compared requests, de-duplicated, and of those that differed. */
  readonly compared: number;
  readonly differing: number;
  readonly v1: SideCounts;
  readonly v2: SideCounts;
  /** Compared requests by operation. */
  readonly operations: ReadonlyMap<string, number>;
  /** Comparisons by operation that were made or given up as too costly, and those given up; not de-duplicated. */
  readonly attempted: ReadonlyMap<string, number>;
  readonly tooCostly: ReadonlyMap<string, number>;
  /** Compared requests by signature: operation, status and shape of the request. */
  readonly signatures: ReadonlyMap<string, number>;
  /** Writes to v2, by `WriteEnd`. */
  readonly v2Writes: ReadonlyMap<string, number>;
  /** Counts of the latest requests by operation, on which moves back and alarms are based. */
  readonly traffic: Traffic;
  /** Requests served and compared, by caller (fingerprint). */
  readonly callers: ReadonlyMap<string, { readonly served: number; readonly compared: number }>;
}

function addCounts<Name>(sum: Map<Name, number>, counts: ReadonlyMap<Name, number>): void {
  for (const [name, count] of counts) sum.set(name, (sum.get(name) ?? 0) + count);
}

function sumOfSides(sides: readonly SideCounts[]): SideCounts {
  const latency = new Map<number, number>();
  for (const side of sides) addCounts(latency, side.latency);
  return {
    requests: sides.reduce((sum, { requests }) => sum + requests, 0),
    errors: sides.reduce((sum, { errors }) => sum + errors, 0),
    latency,
  };
}

/** Adds up the evidence of several days, from the `since` of the first. */
export function sumOfEvidence(days: readonly [Evidence, ...Evidence[]]): Evidence {
  const operations = new Map<string, number>();
  const signatures = new Map<string, number>();
  const [attempted, tooCostly] = [new Map<string, number>(), new Map<string, number>()];
  const v2Writes = new Map<string, number>();
  const callers = new Map<string, { served: number; compared: number }>();
  for (const day of days) {
    addCounts(operations, day.operations);
    addCounts(signatures, day.signatures);
    addCounts(attempted, day.attempted);
    addCounts(tooCostly, day.tooCostly);
    addCounts(v2Writes, day.v2Writes);
    for (const [name, { served, compared }] of day.callers) {
      const callerCounts = callers.get(name) ?? { served: 0, compared: 0 };
      callers.set(name, { served: callerCounts.served + served, compared: callerCounts.compared + compared });
    }
  }
  return {
    since: Math.min(...days.map(({ since }) => since)),
    compared: days.reduce((sum, { compared }) => sum + compared, 0),
    differing: days.reduce((sum, { differing }) => sum + differing, 0),
    v1: sumOfSides(days.map(({ v1 }) => v1)),
    v2: sumOfSides(days.map(({ v2 }) => v2)),
    // Traffic covers the latest hour only, and continues from day to day.
    traffic: days.reduce((latestEvidence, day) => (day.since > latestEvidence.since ? day : latestEvidence))
      .traffic,
    operations,
    attempted,
    tooCostly,
    signatures,
    v2Writes,
    callers,
  };
}

/** Creates empty evidence. */
export const noEvidence = (since: number): Evidence => ({
  since,
  compared: 0,
  differing: 0,
  v1: { requests: 0, errors: 0, latency: new Map() },
  v2: { requests: 0, errors: 0, latency: new Map() },
  operations: new Map(),
  attempted: new Map(),
  tooCostly: new Map(),
  signatures: new Map(),
  v2Writes: new Map(),
  traffic: new Map(),
  callers: new Map(),
});

const count = z.int().min(0);
const counts = z.array(z.tuple([z.string(), count])).transform((entries) => new Map(entries));
const latencies = z.array(z.tuple([count, count])).transform((entries) => new Map(entries));

const side = z.object({
  requests: count,
  errors: count,
  latency: latencies,
});

const operation = z.object({
  stageSince: z.number(),
  row: z.object({ v1: count, v2: count, blamed: count }),
  slices: z.array(
    z.object({
      at: z.number(),
      v1: count,
      v1Failed: count,
      v2: count,
      v2Failed: count,
      v1Slow: count.default(0),
      v2Slow: count.default(0),
      rescued: count,
      lost: count,
      blamed: count,
      accepted: count.default(0),
      declined: count.default(0),
      limited: count.default(0),
      barred: count.default(0),
      // Absent in records of older versions.
      latency: z.object({ v1: latencies, v2: latencies }).default(() => ({ v1: new Map(), v2: new Map() })),
    }),
  ),
});

const evidence = z.object({
  since: z.number(),
  compared: count,
  differing: count,
  v1: side,
  v2: side,
  operations: counts,
  // Absent in records of older versions.
  attempted: counts.default(() => new Map()),
  tooCostly: counts.default(() => new Map()),
  signatures: counts,
  v2Writes: counts.default(() => new Map()),
  // Absent in records of older versions.
  traffic: z
    .array(z.tuple([z.string(), operation]))
    .default([])
    .transform((entries) => new Map(entries)),
  callers: z
    .array(z.tuple([z.string(), z.object({ served: count, compared: count })]))
    .transform((entries) => new Map(entries)),
});

/** Replaces maps by lists of pairs, for JSON. */
const plain = (_name: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

/** Renders evidence by days as text for a store. */
export const evidenceToText = (keptEvidences: readonly Evidence[]): string =>
  JSON.stringify(keptEvidences, plain);

/** Reads the text of `evidenceToText`; throws for any other text. */
export const evidenceFromText = (text: string): readonly Evidence[] =>
  evidence.array().parse(JSON.parse(text));
