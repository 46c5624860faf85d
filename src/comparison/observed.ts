import type { NotCompared } from './comparison';
import type { Difference } from './difference';

/** One difference as it is kept: without values, unless the path is on the list of those that may be. */
export interface KeptDifference extends Omit<Difference, 'at' | 'v1' | 'v2'> {
  /** Lengths of the two values as JSON text, and keyed hashes of them: equal values, equal hashes. */
  readonly lengths: readonly [number | undefined, number | undefined];
  readonly hashes: readonly [string | undefined, string | undefined];
  /** Present only for paths that may be kept, never for secret ones. */
  readonly values?: readonly [string | undefined, string | undefined];
}

/** What is kept of one pair: the evidence that reports are made of. */
export interface Observed {
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  /** Hash of mapping, ignore rules and gateway version. */
  readonly epoch: string;
  readonly resource: string;
  readonly operation: string;
  /** Fingerprint of the caller's key; empty without one. */
  readonly caller: string;
  /** Keyed hash of the normalised request. */
  readonly request: string;
  /** What the request looked like: operation, status of v1's answer, names of the query and of the body's members. */
  readonly signature: string;
  readonly outcome: 'compared' | NotCompared;
  /** v1 against translated v2; nothing when the two agree. */
  readonly differences: readonly KeptDifference[];
  /** v1 against v1 asked once more; absent where there was no control. */
  readonly control?: readonly KeptDifference[];
}
