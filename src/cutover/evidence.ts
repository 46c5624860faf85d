/** Requests that one side has answered. */
export interface SideCounts {
  readonly requests: number;
  /** 5xx, no answer, and what another side had to rescue. */
  readonly errors: number;
  /** Requests by `latencyClass`. */
  readonly latency: ReadonlyMap<number, number>;
}

/** What is known about one resource within one epoch: the port that the comparison and the edge feed. */
export interface Evidence {
  /** When it began to be collected, clock ms. */
  readonly since: number;
  /** Compared requests, de-duplicated, and how many of them differed. */
  readonly compared: number;
  readonly differing: number;
  readonly v1: SideCounts;
  readonly v2: SideCounts;
  /** Compared requests by operation. */
  readonly operations: ReadonlyMap<string, number>;
  /** Compared requests by signature: operation, status and the shape of what was asked. */
  readonly signatures: ReadonlyMap<string, number>;
  /** By caller (fingerprint): requests served, and how many were compared. */
  readonly callers: ReadonlyMap<string, { readonly served: number; readonly compared: number }>;
}
