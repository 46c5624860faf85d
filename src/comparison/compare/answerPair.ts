import type { Difference } from './difference';
import type { IgnoreRule } from './ignoreRules';

/** An answer as a client reads it. */
export interface SeenAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body as text. It is empty when there was none. */
  readonly body: string;
}

/** Reasons why a pair was not compared. */
export const reasonsNotCompared = [
  ...(['sampled_out', 'queue_full', 'timeout', 'too_large', 'too_costly', 'not_json'] as const),
  ...(['v1_error', 'v2_error'] as const),
  'overwritten', // a later write had changed the resource before it was read back
  'failed', // a bug of the gateway; the log names it
] as const;

export type NotCompared = (typeof reasonsNotCompared)[number];

/** Result of the comparison of two answers. */
export type Comparison =
  | {
      readonly ok: true;
      readonly differences: readonly Difference[];
      /** Agreed differences. */
      readonly ignored: readonly IgnoredDifference[];
    }
  | { readonly ok: false; readonly reason: NotCompared };

/** A difference, and the rule that allows it. */
export interface IgnoredDifference {
  readonly rule: IgnoreRule;
  readonly difference: Difference;
}

/** Compares two answers of one operation. The answers are text and are not changed. */
export type ComparePair = (v1: SeenAnswer, v2: SeenAnswer, operation: string) => Comparison;

/** One of v2's own answers, and the call that it answers. */
export interface RawAnswer extends SeenAnswer {
  /** Method, path and query, as sent. */
  readonly asked: string;
}

/** One request with the answers of both APIs. It is never stored; an observation of it is. */
export interface Pair {
  /** Id of the request. */
  readonly id: string;
  /** Time at which it was served, clock ms. */
  readonly at: number;
  readonly resource: string;
  readonly operation: string;
  /** Fingerprint of the caller's key. It is empty without one. */
  readonly caller: string;
  /** Method, path and sorted query: the identity of the request. */
  readonly request: string;
  /** v1's own answer. */
  readonly v1: SeenAnswer;
  /** v2's answer, translated back into the v1 shape. */
  readonly v2: SeenAnswer;
  /** v2's own answers, in the order of the calls. */
  readonly raw: readonly RawAnswer[];
  /** Contract violation of v2 that prevented the translation: path and rule, never a value. */
  readonly unfit?: string;
}
