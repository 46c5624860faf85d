import type { NotCompared } from './comparison';
import type { Difference, DifferenceKind } from './difference';
import type { Rung } from './rung';

/** One difference as it is kept: without values, unless the path is on the list of those that may be. */
export interface KeptDifference extends Omit<Difference, 'at' | 'v1' | 'v2'> {
  /** The loosest rung that it breaks, see `breakOf`; where both are numbers, how far they are apart. */
  readonly breaks: Rung;
  readonly distance?: number;
  /** Lengths of the two values as JSON text, and keyed hashes of them: equal values, equal hashes. */
  readonly lengths: readonly [number | undefined, number | undefined];
  readonly hashes: readonly [string | undefined, string | undefined];
  /** Present only for paths that may be kept, never for secret ones. */
  readonly values?: readonly [string | undefined, string | undefined];
}

/** An agreed difference as it is kept: the line of its rule, the path template and the kind. */
export interface KeptIgnored {
  readonly line: number;
  readonly path: string;
  readonly kind: DifferenceKind;
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
  /** What of v2's answers could not be translated: path and rule. */
  readonly unfit?: string;
  /** v1 against translated v2; nothing when the two agree. */
  readonly differences: readonly KeptDifference[];
  /** Absent: none. */
  readonly ignored?: readonly KeptIgnored[];
  /** v1 against v1 asked once more, the hashes keyed alike; absent where there was no control. */
  readonly control?: readonly KeptDifference[];
  /**
   * Why v1 was asked once more: by lot, before the answers were held against each other (absent means this), or because
   * they differed (`book.wantsControl`). The two are evidence of different kinds.
   */
  readonly controlled?: 'byLot' | 'becauseDifferent';
}
