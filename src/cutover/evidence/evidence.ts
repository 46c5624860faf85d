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
  requests: number;
  /** Number of requests that ended in a 5xx or without an answer, or that the other side rescued. */
  errors: number;
  /** Requests by `latencyClass`. */
  latency: ReadonlyMap<number, number>;
}

/** Evidence about one resource within one epoch, collected by the comparison and the edge. */
export interface Evidence {
  /** Start of its collection, clock ms. */
  readonly since: number;
  /** Number of compared requests, de-duplicated, and of those that differed. */
  readonly compared: number;
  readonly differing: number;
  readonly v1: Readonly<SideCounts>;
  readonly v2: Readonly<SideCounts>;
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
