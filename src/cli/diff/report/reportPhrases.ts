import type { ComparisonIssue, ComparisonReport } from '../../../comparison/report/comparisonReport';
import { percentText } from '../../../cutover/evidence/rateConditions';
import { counted } from '../../../mapping/compile/ledger';
import type { Observed } from '../../../comparison/keep/observed';

/**
 * Text on one line of any report: what a terminal would act on, the directions of text, and what XML 1.0 has no way to
 * write is shown as a question mark.
 */
export const plainText = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e-\u202e\u2066-\u2069\ufffe\uffff]/gu, '?');

/** A share as people read it: `12.5%, 1 of 8`. */
export const shareText = (part: number, of: number): string => {
  const share = of === 0 ? '' : `${percentText(Math.min(part / of, 1))}, `;
  return `${share}${part.toLocaleString('en')} of ${of.toLocaleString('en')}`;
};

/** Why nothing was compared, by what became of the requests; undefined where something was. */
export function nothingCompared({ compared, outcomes, repeated }: ComparisonReport): string | undefined {
  if (compared > 0) return undefined;
  const reasons = Object.entries(outcomes).flatMap(([outcome, count]) =>
    outcome === 'compared' ? [] : [`${outcome} ${count.toLocaleString('en')}`],
  );
  const told = repeated > 0 ? [...reasons, `repeated ${repeated.toLocaleString('en')}`] : reasons;
  return `nothing was compared: ${told.length === 0 ? 'no request has come yet' : told.join(', ')}`;
}

/** What every report says first. */
export const headline = (report: ComparisonReport): string =>
  nothingCompared(report) ?? `clients would notice ${shareText(report.differing, report.compared)} requests`;

/** The verdict, and what is missing for one. */
export function verdictText({ verdict, budget, morePairs }: ComparisonReport): string {
  const allowed = `the budget of ${percentText(budget)}`;
  switch (verdict) {
    case 'within':
      return `within ${allowed}`;
    case 'over':
      return `over ${allowed}`;
    case 'undecided':
      return `undecided against ${allowed}: ${counted(morePairs, 'more request')} without a difference would decide`;
  }
}

/** What is behind the headline, for who wants the figures: the bound, and everything that is kept. */
export function figuresText({ upper, since, allTime }: ComparisonReport): string {
  const bound = `with 95% confidence at most ${percentText(upper / 10_000)}`;
  const whole =
    allTime === undefined ? '' : `; of all time ${shareText(allTime.differing, allTime.compared)}`;
  return `${bound}${since === undefined ? '' : `; since ${since}`}${whole}`;
}

/** An issue in one phrase: what, and where. */
export const issueTitle = ({
  kind,
  path,
  operation,
}: Pick<ComparisonIssue, 'kind' | 'path' | 'operation'>): string =>
  kind === 'unavailable' ? `v2 is unavailable in ${operation}` : `${kind} at ${path} in ${operation}`;

/** How sure it is, in plain words. */
export function certaintyText({ kind, state, onlyV2, onlyV1, morePairs }: ComparisonIssue): string {
  if (kind === 'unavailable') return 'v1 answered, and v2 gave no answer that a client could use';
  // A v1 that is gone cannot be asked again.
  if (state === 'regression')
    return onlyV2 === 0 ? 'v1 is taken at its word' : 'proven: v1 agrees with itself';
  const looks = onlyV2 + onlyV1 === 0 ? 'v1 was not asked again yet' : 'not told from noise yet';
  return `${looks}: ${counted(morePairs, 'more look')} at v1 can prove it`;
}

/** How sure it is, in figures. */
export function evidenceText(issue: ComparisonIssue): string {
  const { kind, state, evidence, onlyV2, onlyV1 } = issue;
  if (kind === 'unavailable' || (state === 'regression' && onlyV2 === 0)) return certaintyText(issue);
  const looks = `v2 alone differs in ${counted(onlyV2, 'look')} at v1, v1 alone in ${onlyV1}`;
  return `${certaintyText(issue)}; ${looks}, e-value ${evidence.toPrecision(3)}`;
}

/** Where to mend it, and what would. */
export const causeText = ({ line, relation, unfit }: ComparisonIssue): string =>
  [
    line ?? 'no mapping line',
    ...(relation === undefined ? [] : [`v2 shows ${relation}`]),
    ...(unfit === undefined ? [] : [`in v2's answer ${unfit}`]),
  ].join(': ');

/** Set where it was called mended and has come back. */
export const againText = ({ again }: ComparisonIssue): string | undefined =>
  again === undefined
    ? undefined
    : `again: ${again.by} called it mended on ${again.at} (${again.reason}), and it was seen since`;

/** What the issues leave over; undefined when they explain everything. */
export const unexplainedText = ({ unexplained }: ComparisonReport): string | undefined =>
  unexplained === 0 ? undefined : `${counted(unexplained, 'more differing request')}, not explained above`;

/** Everything that differs in some pairs, also what no issue is made of because another one explains the same pairs. */
export const titlesOf = (observed: readonly Observed[]): ReadonlySet<string> =>
  new Set(
    observed.flatMap(({ operation, differences }) =>
      differences.map(({ kind, path }) => issueTitle({ kind, path, operation })),
    ),
  );
