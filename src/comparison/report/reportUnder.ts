import { createOriginsFinder } from '../../mapping/explain/origins';
import type { Mappings } from '../../mapping/compile/loadMappings';
import type { IgnoreRule } from '../compare/ignoreRules';
import { createComparisonJudge } from '../judge/comparisonJudge';
import type { LineOf } from '../judge/judgedEvidence';
import type { Resolution } from '../judge/resolutions';
import { createAccounts, type EndedCounts, addAccounts } from '../keep/comparisonAccounts';
import type { SeenPair } from '../keep/observation';
import type { ComparisonReport } from './comparisonReport';

/** Observations that are judged together. */
export interface ReportEvidence {
  readonly epoch: string;
  readonly observed: readonly SeenPair[];
  /** Outcomes of all served requests. Absent: only the observations are known. */
  readonly ended?: EndedCounts;
  /** Issues that were declared fixed. Absent: none. */
  readonly resolutions?: readonly Resolution[];
  /** Instant (clock ms) from which observations count. */
  readonly since?: number | undefined;
  readonly budget?: number | undefined;
  /** False for a recorded v1: it cannot be asked a second time, so it is trusted. */
  readonly canAskAgain?: boolean;
}

/** The same pairs under two sets of mappings. */
export interface PairsAgain {
  readonly before: ReportEvidence;
  readonly after: ReportEvidence;
  /** Counts of pairs that the other mappings cannot be tried on, by reason and remedy. */
  readonly unknown: ReadonlyMap<string, number>;
  /** Resources whose evidence no longer applies. Absent: none. */
  readonly open?: ReadonlySet<string>;
  /** Number of differences that only the values, which are not stored, could decide. */
  readonly unclear: number;
}

/** Agreed differences and mappings that a report is made under. */
export interface ReportSubject {
  readonly rules: readonly IgnoreRule[];
  readonly mappings: Pick<Mappings, 'resources'>;
}

/** Makes the report of observations at an instant (clock ms), as a gateway with these files would. */
export function judgeObservations(
  { rules, mappings }: ReportSubject,
  {
    epoch,
    observed,
    ended: endedCounts,
    resolutions = [],
    since = -Infinity,
    budget,
    canAskAgain = true,
  }: ReportEvidence,
  now: number,
): ComparisonReport {
  const origins = createOriginsFinder(mappings.resources);
  const lineOf: LineOf = (...where) => origins(...where)?.place;
  const judge = createComparisonJudge({
    epoch,
    isCurrent: () => true,
    rules,
    canAskAgain,
    lineOf,
    resolutions,
  });
  for (const observation of observed) if (observation.at >= since) judge.add(observation);
  const report = judge.report(now, budget);
  return endedCounts === undefined ? report : addAccounts(report, createAccounts(endedCounts));
}
