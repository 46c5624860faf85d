import type { differenceEntries } from '../operator/differenceEntries';
import type { OutputOf } from '../operator/entry';

type Report = OutputOf<(typeof differenceEntries)['report']>;

/** One cause of differences. */
export type IssueView = Report['issues'][number];

/** The report of the comparison, without the statistics, which are long; shares per 10,000. */
export type ReportView = Pick<
  Report,
  | ('at' | 'verdict' | 'budget' | 'morePairs' | 'compared' | 'differing' | 'noticed' | 'upper')
  | ('issues' | 'operations' | 'rules')
>;

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
