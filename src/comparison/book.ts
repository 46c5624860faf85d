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

/** What is judged how strictly. */
export interface BookOptions {
  /** Observations of another epoch (mapping, rules, version) are evidence of something else and do not count. */
  readonly epoch: string;
  readonly rules: readonly IgnoreRule[];
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
  /** At an instant, clock ms: what has expired depends on it. */
  readonly report: (now: number) => ComparisonReport;
}
