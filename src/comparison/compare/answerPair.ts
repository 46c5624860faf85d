import type { Difference } from './difference';
import type { IgnoreRule } from './ignoreRules';

/** An answer as a client reads it. */
export interface SeenAnswer {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The whole body as text; empty when there was none. */
  readonly body: string;
}

/** Why a pair was not compared. */
export type NotCompared =
  'sampled_out' | 'queue_full' | 'timeout' | 'too_large' | 'not_json' | 'v1_error' | 'v2_error' | 'failed'; // a bug of ours; the log says which

/** What the comparison of two answers found. */
export type Compared =
  | {
      readonly ok: true;
      readonly differences: readonly Difference[];
      /** What would have been told were it not agreed. */
      readonly ignored: readonly Ignored[];
      /** Further differences of kinds and paths told often enough; absent: none. */
      readonly untold?: number;
      /** True when there were more paths than are told apart. */
      readonly overflow: boolean;
      /** How the arrays were paired, by path template. */
      readonly alignments: ReadonlyMap<string, Alignment>;
    }
  | { readonly ok: false; readonly reason: NotCompared };

/** A difference, and the rule that it is agreed under. */
export interface Ignored {
  readonly rule: IgnoreRule;
  readonly difference: Difference;
}

/** How the elements of two arrays were paired. */
export type Alignment = 'rule' | 'inferredKey' | 'multiset' | 'subsequence' | 'position';

/** Holds two answers of one operation against each other. The answers are text and stay as they are. */
export type Compare = (v1: SeenAnswer, v2: SeenAnswer, operation: string) => Compared;

/** One of v2's own answers, and the call that it answers. */
export interface RawAnswer extends SeenAnswer {
  /** Method, path and query, as they were sent. */
  readonly asked: string;
}

/** One request of which both APIs' answers are known. It lives in memory only; what is kept of it is an observation. */
export interface Pair {
  /** Id of the request. */
  readonly id: string;
  /** When it was served, clock ms. */
  readonly at: number;
  readonly resource: string;
  readonly operation: string;
  /** Fingerprint of the caller's key; empty without one. */
  readonly caller: string;
  /** Method, path and query, the query sorted: what makes two requests the same one. */
  readonly request: string;
  /** v1's own answer. */
  readonly v1: SeenAnswer;
  /** v2's answer, translated back into the v1 shape. */
  readonly v2: SeenAnswer;
  /** v2's own answers, in the order of the calls. */
  readonly raw: readonly RawAnswer[];
  /** What of v2's answers could not be translated: path and rule, never a value; absent when all could. */
  readonly unfit?: string;
  /** v1's answer to the same request, asked once more; absent where none was asked. */
  readonly control?: SeenAnswer;
}
