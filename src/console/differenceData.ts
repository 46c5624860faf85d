interface CallerShare {
  readonly caller: string;
  readonly name?: string | undefined;
  readonly requests: number;
}

interface SampleRef {
  readonly id: string;
  readonly at: string;
}

/** One cause of differences. */
export interface IssueView {
  readonly id: string;
  readonly operation: string;
  readonly resource: string;
  readonly path: string;
  readonly kind: string;
  readonly severity: string;
  readonly state: string;
  readonly requests: number;
  readonly of: number;
  readonly relation?: string | undefined;
  readonly unfit?: string | undefined;
  readonly line?: string | undefined;
  readonly morePairs: number;
  readonly places: readonly {
    readonly operation: string;
    readonly path: string;
    readonly kind: string;
    readonly requests: number;
  }[];
  readonly again?: { readonly at: string; readonly by: string; readonly reason: string } | undefined;
  readonly callers: readonly CallerShare[];
  readonly first: SampleRef;
  readonly latest: SampleRef;
  /** Requests in equal slices of time, from an instant (ISO text) to now. */
  readonly times: { readonly from: string; readonly seconds: number; readonly counts: readonly number[] };
  readonly smallest: SampleRef;
}

/** The report of the comparison. */
export interface ReportView {
  readonly at: string;
  readonly verdict: string;
  readonly budget: number;
  readonly morePairs: number;
  readonly compared: number;
  readonly differing: number;
  /** Per 10,000, with the upper bound. */
  readonly noticed: number;
  readonly upper: number;
  readonly issues: readonly IssueView[];
  readonly operations: readonly {
    readonly operation: string;
    readonly resource: string;
    readonly state: string;
    readonly compared: number;
    readonly differing: number;
    readonly morePairs: number;
  }[];
  readonly rules: readonly {
    readonly line?: number | undefined;
    readonly path: string;
    readonly owner: string;
    readonly reason: string;
    readonly expires: string;
    readonly hits: number;
  }[];
}

/** One place of a pair in three columns; an undefined value is absent there. */
export interface PairRow {
  readonly at: string;
  readonly v1: string | undefined;
  readonly v2: string | undefined;
  readonly raw: string | undefined;
  readonly source: string | undefined;
  readonly line: string | undefined;
  readonly differs: boolean;
  readonly agreed: boolean;
}

/** The lines of a mapping file that make a value, and how many recorded pairs other lines could be tried on. */
export interface LinesInForce {
  /** Names the mappings in force. */
  readonly hash: string;
  readonly text: string;
  readonly pairs: number;
}
