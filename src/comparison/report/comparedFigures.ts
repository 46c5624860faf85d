import type { ComparisonIssue, ComparisonReport } from './comparisonReport';
import type { DifferenceKind } from '../compare/difference';
import type { Verdict } from '../judge/judgedEvidence';
import type { SeenPair } from '../keep/observation';
import { type AlarmCondition, causeList } from '../../cutover/alarms';
import { ALARMING_FAILURES } from '../judge/kindCounts';

/** Number of requests with one kind of difference. */
export interface DifferenceCount {
  readonly resource: string;
  readonly operation: string;
  readonly kind: DifferenceKind;
  readonly requests: number;
}

/** Age (ms) at which a report is made again: while something differs, and otherwise, because rules expire. */
const [BUSY_AGE_MS, QUIET_AGE_MS] = [4_000, 60_000];

/** Creates the figures of the comparison for metrics and alarms. */
export function createComparedFigures(now: () => number) {
  const counts = new Map<string, DifferenceCount>();
  let latestReport: { readonly at: number; readonly report: ComparisonReport } | undefined;
  let isChanged = false;
  return {
    /** Counts a request if it counts and a client would have noticed its difference. */
    countRequest: (
      { resource, operation, differences }: SeenPair,
      { counts: isEvidence, differs }: Verdict,
    ): void => {
      isChanged ||= differs;
      if (!isEvidence || !differs) return;
      for (const kind of new Set(differences.map((difference) => difference.kind))) {
        const key = `${resource} ${operation} ${kind}`;
        const requests = (counts.get(key)?.requests ?? 0) + 1;
        counts.set(key, { resource, operation, kind, requests });
      }
    },
    listDifferences: (): readonly DifferenceCount[] => [...counts.values()],
    /** Returns a report that is a few seconds old at most, because it is costly to make a new one. */
    cachedReport: (make: () => ComparisonReport): ComparisonReport => {
      // A run may end by equal answers, and by time.
      const isBusy =
        isChanged || latestReport?.report.issues.some(({ present }) => present.requests > 0) === true;
      const maxAgeMs = isBusy ? BUSY_AGE_MS : QUIET_AGE_MS;
      if (latestReport === undefined || now() - latestReport.at >= maxAgeMs) {
        latestReport = { at: now(), report: make() };
        isChanged = false;
      }
      return latestReport.report;
    },
    /** Discards the report, because earlier observations now count differently. */
    discardReport: (): void => {
      latestReport = undefined;
    },
  };
}

/** Recognizes an outage that goes on. Too many recent unanswered requests for an accident. */
const showsOutage = ({ kind, present }: ComparisonIssue): boolean =>
  kind === 'unavailable' && present.requests >= ALARMING_FAILURES;

/** Recognizes a proven difference that goes on and that a client minds. Missing answers prove no difference. */
const showsRegression = ({ kind, state, severity, present }: ComparisonIssue): boolean =>
  kind !== 'unavailable' &&
  state === 'regression' &&
  (severity === 'breaking' || severity === 'suspicious') &&
  present.requests > 0;

/** Lists the issues that hurt, or would hurt, clients now: the report also keeps issues that are over. */
export const presentIssues = ({ issues }: Pick<ComparisonReport, 'issues'>): readonly ComparisonIssue[] =>
  issues.filter((issue) => showsOutage(issue) || showsRegression(issue));

/** Describes the causes of an alarm from the issues of one resource. */
const describe = {
  unavailable: (issues: readonly ComparisonIssue[]) => {
    const counts = issues.map(
      ({ operation, present: { requests, of } }) => `${operation} ${requests} of ${of}`,
    );
    const summary = `v2 gives no answer that a client could use where v1 answers (${causeList(counts)})`;
    return { summary, causes: issues.map(({ operation }) => operation) };
  },
  regression: (issues: readonly ComparisonIssue[]) => {
    const places = issues.flatMap((issue) => issue.places);
    const causes = places.map(({ operation, path, kind }) => `${kind} at ${path} of ${operation}`);
    return { summary: `v2 is proven to answer otherwise than v1 (${causeList(causes)})`, causes };
  },
} as const;

/**
 * Makes up to two alarms for each resource: its outages, and its proven differences. They are critical if v2 serves
 * clients there.
 */
export const comparisonAlarms = (
  currentIssues: readonly ComparisonIssue[],
  isServed: (resource: string) => boolean,
): readonly AlarmCondition[] =>
  [...new Set(currentIssues.map(({ resource }) => resource))].flatMap((subject) => {
    const ownIssues = currentIssues.filter(({ resource }) => resource === subject);
    const isServedByV2 = isServed(subject);
    // A person has to judge the difference: v2 may be right.
    const wayBack = isServedByV2 ? `, and \`lifeboat stage set ${subject} shadow\` to go back` : '';
    const issuesByKind = Map.groupBy(ownIssues, ({ kind }) => (kind === 'unavailable' ? kind : 'regression'));
    return (['unavailable', 'regression'] as const).flatMap((kind) => {
      const issues = issuesByKind.get(kind);
      if (issues === undefined) return [];
      const { summary, causes } = describe[kind](issues);
      const text = `${subject}: ${summary}: see \`lifeboat diff\`${wayBack}`;
      return [{ kind, severity: isServedByV2 ? 'critical' : 'warning', subject, causes, text }];
    });
  });
