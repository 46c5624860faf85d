import type { ComparisonIssue, ComparisonReport } from '../../comparison/comparisonReport';
import { counted } from '../../mapping/counted';

/** What every report says first. */
export const headline = ({ noticed, upper }: ComparisonReport): string =>
  `clients would have noticed ${noticed.toFixed(1)} in 10,000 (95% upper ${upper.toFixed(1)})`;

/** The verdict, and what is missing for one. */
export function verdictText({ verdict, budget, morePairs }: ComparisonReport): string {
  const allowed = `the budget of ${(budget * 10_000).toLocaleString('en')} in 10,000`;
  switch (verdict) {
    case 'within':
      return `within ${allowed}`;
    case 'over':
      return `over ${allowed}`;
    case 'undecided':
      return `undecided against ${allowed}: ${counted(morePairs, 'more request')} without a difference would decide`;
  }
}

/** An issue in one phrase: what, and where. */
export const issueTitle = ({
  kind,
  path,
  operation,
}: Pick<ComparisonIssue, 'kind' | 'path' | 'operation'>): string => `${kind} at ${path} in ${operation}`;

/** How sure it is. */
export function evidenceText({ state, evidence, onlyV2, onlyV1, morePairs }: ComparisonIssue): string {
  const looks = `v2 alone differs in ${counted(onlyV2, 'look')} at v1, v1 alone in ${onlyV1}`;
  // A v1 that is gone cannot be asked again.
  if (state === 'regression' && onlyV2 === 0) return 'v1 is taken at its word';
  if (state === 'regression') return `proven: ${looks}, e-value ${evidence.toPrecision(3)}`;
  return `not told from noise yet: ${looks}; ${counted(morePairs, 'more look')} can prove it`;
}

/** Where to mend it, and what would. */
export const causeText = ({ line, relation, unfit }: ComparisonIssue): string =>
  [
    line ?? 'no mapping line',
    ...(relation === undefined ? [] : [`v2 shows ${relation}`]),
    ...(unfit === undefined ? [] : [`in v2's answer ${unfit}`]),
  ].join(': ');
