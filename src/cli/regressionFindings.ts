import type { ComparisonIssue, ComparisonReport } from '../comparison/comparisonReport';
import type { Finding } from '../cutover/alarms';

/** Issues that a sentence names. */
const NAMED = 3;

const isHurtful = ({ state, severity }: ComparisonIssue): boolean =>
  state === 'regression' && (severity === 'breaking' || severity === 'suspicious');

/** Proven regressions by resource: critical where v2 answers some clients, for whom `isServed` speaks. */
export function regressionFindings(
  { issues }: Pick<ComparisonReport, 'issues'>,
  isServed: (resource: string) => boolean,
): readonly Finding[] {
  const proven = issues.filter(isHurtful);
  return [...new Set(proven.map(({ resource }) => resource))].map((subject) => {
    const its = proven.filter(({ resource }) => resource === subject);
    const named = its
      .slice(0, NAMED)
      .map(({ operation, path, kind }) => `${kind} at ${path} of ${operation}`);
    const more = its.length > NAMED ? `, and ${its.length - NAMED} more` : '';
    const text = `${subject}: v2 is proven to answer otherwise than v1 (${named.join(', ')}${more}): see \`lifeboat diff\``;
    return { kind: 'regression', severity: isServed(subject) ? 'critical' : 'warning', subject, text };
  });
}
