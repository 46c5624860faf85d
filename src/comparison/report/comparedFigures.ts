import type { ComparisonIssue, ComparisonReport } from './comparisonReport';
import type { DifferenceKind } from '../compare/difference';
import type { Observed } from '../keep/observation';
import type { AlarmCondition } from '../../cutover/alarms';

/** Number of requests with one kind of difference. */
export interface DifferenceCount {
  readonly resource: string;
  readonly operation: string;
  readonly kind: DifferenceKind;
  readonly requests: number;
}

/** The figures of the comparison for metrics and alarms. */
export interface ComparedFigures {
  /** Counts a request whose difference a client would have noticed. */
  readonly count: (observed: Observed) => void;
  readonly differences: () => readonly DifferenceCount[];
  /** Returns a report that is a few seconds old at most, because a new one is costly. */
  readonly report: () => ComparisonReport;
  /** Discards the report, because earlier observations now count differently. */
  readonly renew: () => void;
}

/** Age (ms) at which a report is made anew: while requests come in, and without any, because rules expire. */
const [BUSY, QUIET] = [4_000, 60_000];

/** Makes the figures; `make` makes a report. */
export function createComparedFigures(make: () => ComparisonReport, now: () => number): ComparedFigures {
  const counts = new Map<string, DifferenceCount>();
  let made: { readonly at: number; readonly report: ComparisonReport } | undefined;
  let isChanged = false;
  return {
    count: ({ resource, operation, differences }) => {
      isChanged = true;
      for (const kind of new Set(differences.map((difference) => difference.kind))) {
        const key = `${resource} ${operation} ${kind}`;
        const requests = (counts.get(key)?.requests ?? 0) + 1;
        counts.set(key, { resource, operation, kind, requests });
      }
    },
    differences: () => [...counts.values()],
    report: () => {
      const age = made === undefined ? Infinity : now() - made.at;
      if (made === undefined || age >= QUIET || (isChanged && age >= BUSY)) {
        made = { at: now(), report: make() };
        isChanged = false;
      }
      return made.report;
    },
    renew: () => {
      made = undefined;
    },
  };
}

/** Issues named in one sentence. */
const NAMED = 3;

const isHurtful = ({ state, severity }: ComparisonIssue): boolean =>
  state === 'regression' && (severity === 'breaking' || severity === 'suspicious');

/** Returns an alarm per resource with proven regressions: critical if v2 answers some clients, by `isServed`. */
export function regressionFindings(
  { issues }: Pick<ComparisonReport, 'issues'>,
  isServed: (resource: string) => boolean,
): readonly AlarmCondition[] {
  const proven = issues.filter(isHurtful);
  return [...new Set(proven.map(({ resource }) => resource))].map((subject) => {
    const found = proven.filter(({ resource }) => resource === subject);
    const named = found
      .slice(0, NAMED)
      .map(({ operation, path, kind }) => `${kind} at ${path} of ${operation}`);
    const more = found.length > NAMED ? `, and ${found.length - NAMED} more` : '';
    const hurts = isServed(subject);
    // A person has to judge the difference: v2 may be right.
    const next = hurts ? `, and \`lifeboat stage set ${subject} shadow\` to go back` : '';
    const text = `${subject}: v2 is proven to answer otherwise than v1 (${named.join(', ')}${more}): see \`lifeboat diff\`${next}`;
    return { kind: 'regression', severity: hurts ? 'critical' : 'warning', subject, text };
  });
}
