import type { ComparisonIssue, ComparisonReport } from '../../comparison/comparisonReport';
import type { IgnoreRule } from '../../comparison/ignoreRule';
import { counted, headline, issueTitle, verdictText } from './issuePhrases';
import { plainText } from './plainText';

/** The same evidence under two sets of agreed differences. */
export interface WhatIf {
  readonly before: ComparisonReport;
  readonly after: ComparisonReport;
  /** Differences that only their values could judge. */
  readonly unclear: number;
  /** Those of `after`. */
  readonly rules: readonly IgnoreRule[];
}

type Issues = readonly ComparisonIssue[];

const without = (issues: Issues, others: Issues): Issues => {
  const titles = new Set(others.map(issueTitle));
  return issues.filter((issue) => !titles.has(issueTitle(issue)));
};

const told = (word: string, issues: Issues): readonly string[] =>
  issues.map((issue) => `${word.padEnd(8)}${issueTitle(issue)}, ${counted(issue.requests, 'request')}`);

/** Elements are paired while bodies are there: what is kept cannot be paired anew. */
const pairingLines = (rules: readonly IgnoreRule[]): readonly string[] =>
  rules
    .filter(({ comparator }) => comparator.kind === 'key' || comparator.kind === 'unordered')
    .map(
      ({ line, path }) =>
        `line ${line} pairs the elements of ${path} anew: new requests will show what that changes`,
    );

/** What would change, for people: the number on top before and after, then each issue that goes, stays or appears. */
export function renderWhatIf({ before, after, unclear, rules }: WhatIf): readonly string[] {
  const stays = without(after.issues, without(after.issues, before.issues));
  const lines = [
    `before: ${headline(before)}; ${verdictText(before)}`,
    `after:  ${headline(after)}; ${verdictText(after)}`,
    ...told('goes', without(before.issues, after.issues)),
    ...told('stays', stays),
    ...told('appears', without(after.issues, before.issues)),
    ...(unclear === 0 ? [] : [`${counted(unclear, 'difference')} stand that only their values could judge`]),
    ...pairingLines(rules),
  ];
  return lines.map(plainText);
}
