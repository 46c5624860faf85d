import type { IssueView, PairRow, ReportView } from '../differenceData';

/** One issue of the file. */
export interface IssueInFile extends IssueView {
  /** Other differences of the same requests, as `kind at path`. */
  readonly alongside: readonly string[];
}

/** One caller; `latest` is an ISO text. */
interface CallerRow {
  readonly caller: string;
  readonly name?: string | undefined;
  readonly compared: number;
  readonly differing: number;
  readonly latest: string;
}

/** One path at which v1 differs from itself. */
interface NoiseRow {
  readonly operation: string;
  readonly path: string;
  readonly state: string;
  readonly held?: string | undefined;
  readonly onlyV2: number;
  readonly onlyV1: number;
  readonly morePairs: number;
}

/** The report of the comparison with all that the file shows of it. */
export interface ReportInFile extends ReportView {
  readonly epoch: string;
  /** Begin of the window, ISO text; absent when it covers all kept evidence. */
  readonly since?: string | undefined;
  readonly issues: readonly IssueInFile[];
  readonly callers: readonly CallerRow[];
  readonly noise: readonly NoiseRow[];
  readonly outcomes: Readonly<Record<string, number>>;
  readonly repeated: number;
  readonly warnings: readonly string[];
}

/** Rows of the smallest pair of an issue, by the issue's id; issues without a kept pair are absent. */
export type PairsOfIssues = ReadonlyMap<string, readonly PairRow[]>;
