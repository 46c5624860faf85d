import type { ComparisonIssue, ComparisonReport } from './comparisonReport';
import { percentText } from '../../cutover/evidence/rateConditions';
import { counted } from '../../mapping/compile/ledger';
import type { SeenPair } from '../keep/observation';

/** Replaces control characters, directions of text, and what XML 1.0 cannot write by question marks. */
export const plainText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e-\u202e\u2066-\u2069\ufffe\uffff]/gu, '?');

/** Renders a share for people: `12.5%, 1 of 8`. */
export const shareText = (count: number, total: number): string => {
  const share = total === 0 ? '' : `${percentText(Math.min(count / total, 1))}, `;
  return `${share}${count.toLocaleString('en')} of ${total.toLocaleString('en')}`;
};

/** Explains why nothing was compared, by the outcomes of the requests. Returns undefined when something was. */
export function whyNothingCompared({ compared, outcomes, repeated }: ComparisonReport): string | undefined {
  if (compared > 0) return undefined;
  const reasons = Object.entries({ ...outcomes, ...(repeated > 0 && { repeated }) })
    .filter(([outcome]) => outcome !== 'compared')
    .map(([outcome, count]) => `${outcome} ${count.toLocaleString('en')}`);
  return `nothing was compared: ${reasons.join(', ') || 'no request has come yet'}`;
}

/** Renders the first line of every report. */
export const headlineText = (report: ComparisonReport): string =>
  whyNothingCompared(report) ??
  `clients would notice ${shareText(report.differing, report.compared)} requests`;

/** Renders the verdict, and what is still missing for one. */
export function verdictText({ verdict, budget, morePairs }: ComparisonReport): string {
  const allowedBudget = `the budget of ${percentText(budget)}`;
  switch (verdict) {
    case 'within':
      return `within ${allowedBudget}`;
    case 'over':
      return `over ${allowedBudget}`;
    case 'undecided':
      if (morePairs === 0) return `undecided against ${allowedBudget}: not all of it could be compared`;
      return `undecided against ${allowedBudget}: ${counted(morePairs, 'more request')} without a difference would decide`;
  }
}

/** Renders the figures behind the headline: the bound, and all stored evidence. */
export function figuresText({ upper, since, allTime }: ComparisonReport): string {
  const figures = [`with 95% confidence at most ${percentText(upper / 10_000)}`];
  if (since !== undefined) figures.push(`since ${since}`);
  if (allTime) figures.push(`of all time ${shareText(allTime.differing, allTime.compared)}`);
  return figures.join('; ');
}

/** Renders an issue in one phrase: its kind and its place. */
export const issueTitle = ({
  kind,
  path,
  operation,
}: Pick<ComparisonIssue, 'kind' | 'path' | 'operation'>): string =>
  kind === 'unavailable' ? `v2 is unavailable in ${operation}` : `${kind} at ${path} in ${operation}`;

/** Recognizes an issue that is no noise: proven, or certain at once because v2 did not answer. */
export const isCertain = ({ state, kind }: Pick<ComparisonIssue, 'state' | 'kind'>): boolean =>
  state === 'regression' || kind === 'unavailable';

/** Renders the certainty of an issue in plain words. */
export function certaintyText({ kind, state, onlyV2, onlyV1, morePairs }: ComparisonIssue): string {
  if (kind === 'unavailable') return 'v1 answered, and v2 gave no answer that a client could use';
  // A recorded v1 cannot be asked again.
  if (state === 'regression')
    return onlyV2 === 0 ? 'v1 is taken at its word' : 'proven: v1 agrees with itself';
  const looks = onlyV2 + onlyV1 === 0 ? 'v1 was not asked again yet' : 'not distinguished from noise yet';
  return `${looks}: ${counted(morePairs, 'more look')} at v1 can prove it`;
}

/** Renders the certainty of an issue in figures. */
export function evidenceText(issue: ComparisonIssue): string {
  const { kind, state, evidence, onlyV2, onlyV1 } = issue;
  if (kind === 'unavailable' || (state === 'regression' && onlyV2 === 0)) return certaintyText(issue);
  const looks = `v2 alone differs in ${counted(onlyV2, 'look')} at v1, v1 alone in ${onlyV1}`;
  return `${certaintyText(issue)}; ${looks}, e-value ${evidence.toPrecision(3)}`;
}

/** Renders the place to fix an issue, and the fix when it is known. */
export function causeText({ line, relation, unfit }: ComparisonIssue): string {
  const causes = [line ?? 'no mapping line'];
  if (relation !== undefined) causes.push(`v2 shows ${relation}`);
  if (unfit !== undefined) causes.push(`in v2's answer ${unfit}`);
  return causes.join(': ');
}

/** Renders the return of an issue that was declared fixed. Returns undefined when it was not. */
export const againText = ({ again: repetition }: ComparisonIssue): string | undefined =>
  repetition &&
  `again: ${repetition.by} called it mended on ${repetition.at} (${repetition.reason}), and it was seen since`;

/** Renders the count of requests that no issue explains. Returns undefined when there are none. */
export const unexplainedText = ({ unexplained }: ComparisonReport): string | undefined =>
  unexplained === 0 ? undefined : `${counted(unexplained, 'more differing request')}, not explained above`;

/** Collects the titles of all differences, even of those without an issue because an issue explains the same pairs. */
export const titlesOf = (observed: readonly SeenPair[]): ReadonlySet<string> =>
  new Set(
    observed.flatMap(({ operation, differences }) =>
      differences.map(({ kind, path }) => issueTitle({ kind, path, operation })),
    ),
  );
