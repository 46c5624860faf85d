import type { ComparisonIssue, ComparisonReport } from '../../comparison/comparisonReport';
import type { IgnoreRule } from '../../comparison/ignoreRule';
import { counted } from '../../mapping/counted';
import { causeText, headline, issueTitle, verdictText } from './issuePhrases';
import { plainText } from './plainText';

/** The same evidence under two sets of agreed differences, or of mappings. */
export interface WhatIf {
  readonly before: ComparisonReport;
  readonly after: ComparisonReport;
  /** Differences that only their values could judge. */
  readonly unclear: number;
  /** Pairs of which nothing can be said, by why; absent: none. */
  readonly unknown?: ReadonlyMap<string, number>;
  /** The resources that they are of; absent: nothing is known to be of any. */
  readonly open?: ReadonlySet<string>;
  /** Those of `after`. */
  readonly rules: readonly IgnoreRule[];
}

type Issues = readonly ComparisonIssue[];

const without = (issues: Issues, others: Issues): Issues => {
  const titles = new Set(others.map(issueTitle));
  return issues.filter((issue) => !titles.has(issueTitle(issue)));
};

const told = (word: string, issues: Issues): readonly string[] =>
  issues.map(
    (issue) =>
      `${word.padEnd(8)}${issueTitle(issue)}, ${counted(issue.requests, 'request')}: ${causeText(issue)}`,
  );

const unknownLines = (unknown: ReadonlyMap<string, number> = new Map()): readonly string[] =>
  [...unknown].map(([why, count]) => `no answer for ${counted(count, 'pair')}: ${why}`);

/** Elements are paired while bodies are there: what is kept cannot be paired anew. */
const pairingLines = (rules: readonly IgnoreRule[]): readonly string[] =>
  rules
    .filter(({ comparator }) => comparator.kind === 'key' || comparator.kind === 'unordered')
    .map(
      ({ line, path }) =>
        `line ${line} pairs the elements of ${path} anew: new requests will show what that changes`,
    );

/** What would change, for people: the number on top before and after, then each issue that goes, stays or appears. */
export function renderWhatIf({
  before,
  after,
  unclear,
  unknown,
  rules,
  open = new Set(),
}: WhatIf): readonly string[] {
  const gone = without(before.issues, after.issues);
  const stays = without(after.issues, without(after.issues, before.issues));
  const lines = [
    `before: ${headline(before)}; ${verdictText(before)}`,
    `after:  ${headline(after)}; ${verdictText(after)}`,
    ...told(
      'goes',
      gone.filter(({ resource }) => !open.has(resource)),
    ),
    ...told(
      'open',
      gone.filter(({ resource }) => open.has(resource)),
    ),
    ...told('stays', stays),
    ...told('appears', without(after.issues, before.issues)),
    ...(unclear === 0 ? [] : [`${counted(unclear, 'difference')} stand that only their values could judge`]),
    ...pairingLines(rules),
    ...unknownLines(unknown),
  ];
  return lines.map(plainText);
}
