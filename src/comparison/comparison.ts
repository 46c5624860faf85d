import type { Difference } from './difference';
import type { IgnoreRule } from './ignoreRule';
import type { SeenAnswer } from './seenAnswer';

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
