import type { ComparisonReport } from './comparisonReport';
import type { Difference } from './difference';
import type { IgnoreRule } from './ignoreRule';
import type { Observed } from './observed';

/** What a request says once noise is told from change. */
export interface Verdict {
  /** False for a request that was not compared, or that was seen often enough within its hour: no evidence. */
  readonly counts: boolean;
  /** True when a client would have noticed, or might have: in doubt v2 is to blame. */
  readonly differs: boolean;
}

/** An issue that a person has called mended: what was seen before counts no more for it. */
export interface Resolution {
  readonly operation: string;
  readonly path: string;
  readonly kind: string;
  /** Clock ms. */
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

/** What is judged how strictly. */
export interface BookOptions {
  /** Names what the observations were made with (mapping, rules, version). */
  readonly epoch: string;
  /** False for an observation that was made with something else and does not count; those of `epoch` unless told. */
  readonly isCurrent?: (observed: Observed) => boolean;
  readonly rules: readonly IgnoreRule[];
  /** The latest wins of those for one cause; none unless told. */
  readonly resolutions?: readonly Resolution[];
  /** The share of requests that may differ; 0.005 unless told. */
  readonly budget?: number;
  /** The share of regressions told that may be none; 0.05 unless told. */
  readonly alpha?: number;
  /** False where v1 cannot be asked again (it is gone, or answers from a recording): then it is taken at its word. */
  readonly canAskAgain?: boolean;
  /**
   * The mapping line, `file:line`, that makes what is at a path of an operation's answer, or that could not read what
   * did not fit; absent where none does.
   */
  readonly lineOf?: LineOf;
}

/** Finds mapping lines: see `originsIn`. */
export type LineOf = (operation: string, path: string, unfit?: string) => string | undefined;

/** All evidence of one epoch, in bounded memory. */
export interface Book {
  readonly add: (observed: Observed) => Verdict;
  /**
   * True while it is not decided whether what differs there is noise: then asking v1 once more is worth a call. The
   * observation says `controlled: 'becauseDifferent'` afterwards.
   */
  readonly wantsControl: (operation: string, differences: readonly Difference[]) => boolean;
  /** At an instant, clock ms: what has expired depends on it. Another budget judges the same evidence more or less strictly. */
  readonly report: (now: number, budget?: number) => ComparisonReport;
}
