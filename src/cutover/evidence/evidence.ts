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

/** Default length (ms) of the evidence window; older evidence counts only in the all-time figures. */
export const STANDARD_WINDOW = 7 * 86_400_000;

const count = z.int().min(0);
const counts = z.array(z.tuple([z.string(), count])).transform((entries) => new Map(entries));
const latencies = z.array(z.tuple([count, count])).transform((entries) => new Map(entries));

/** Requests that a side has answered. */
const side = z.object({
  requests: count,
  /** Number of requests that ended in a 5xx or without an answer, or that the other side rescued. */
  errors: count,
  /** Requests by `latencyClass`. */
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

/** Schema of the evidence about one resource within one epoch; what has a default is absent in older records. */
const evidence = z.object({
  /** Start of its collection, clock ms. */
  since: z.number(),
  /** Number of compared requests, de-duplicated, and of those that differed. */
  compared: count,
  differing: count,
  v1: side,
  v2: side,
  /** Compared requests by operation. */
  operations: counts,
  /** Comparisons by operation that were made or given up as too costly, and those given up; not de-duplicated. */
  attempted: counts.default(() => new Map()),
  tooCostly: counts.default(() => new Map()),
  /** Compared requests by signature: operation, status and shape of the request. */
  signatures: counts,
  /** Writes to v2, by `WriteEnd`. */
  v2Writes: counts.default(() => new Map()),
  /** Counts of the latest requests by operation, on which moves back and alarms are based. */
  traffic: z
    .array(z.tuple([z.string(), operation]))
    .default([])
    .transform((entries): Traffic => new Map(entries)),
  /** Requests served and compared, by caller (fingerprint). */
  callers: z
    .array(z.tuple([z.string(), z.object({ served: count, compared: count })]))
    .transform((entries) => new Map(entries)),
});

/** Evidence about one resource within one epoch, collected by the comparison and the edge. */
export type Evidence = z.output<typeof evidence>;

const noRequests = { requests: 0, errors: 0, latency: [] };
const none = { compared: 0, differing: 0, operations: [], signatures: [], callers: [] };

/** Creates empty evidence. */
export const noEvidence = (since: number): Evidence =>
  evidence.parse({ ...none, since, v1: noRequests, v2: noRequests });

function addCounts<Name>(sum: Map<Name, number>, added: ReadonlyMap<Name, number>): void {
  for (const [name, more] of added) sum.set(name, (sum.get(name) ?? 0) + more);
}

/** Adds up the evidence of several days, from the `since` of the first. */
export function sumOfEvidence(days: readonly [Evidence, ...Evidence[]]): Evidence {
  const sum = noEvidence(Math.min(...days.map(({ since }) => since)));
  for (const day of days) {
    sum.compared += day.compared;
    sum.differing += day.differing;
    for (const name of ['operations', 'attempted', 'tooCostly', 'signatures', 'v2Writes'] as const)
      addCounts(sum[name], day[name]);
    for (const name of ['v1', 'v2'] as const) {
      sum[name].requests += day[name].requests;
      sum[name].errors += day[name].errors;
      addCounts(sum[name].latency, day[name].latency);
    }
    for (const [name, { served, compared }] of day.callers) {
      const callerCounts = sum.callers.get(name) ?? { served: 0, compared: 0 };
      sum.callers.set(name, {
        served: callerCounts.served + served,
        compared: callerCounts.compared + compared,
      });
    }
  }
  // Traffic covers the latest hour only, and continues from day to day.
  const latestDay = days.reduce((latest, day) => (day.since > latest.since ? day : latest));
  return { ...sum, traffic: latestDay.traffic };
}

/** Replaces maps by lists of pairs, for JSON. */
const plain = (_name: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);

/** Renders evidence by days as text for a store. */
export const evidenceToText = (keptEvidences: readonly Evidence[]): string =>
  JSON.stringify(keptEvidences, plain);

/** Reads the text of `evidenceToText`; throws for any other text. */
export const evidenceFromText = (text: string): readonly Evidence[] =>
  evidence.array().parse(JSON.parse(text));
