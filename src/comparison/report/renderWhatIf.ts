import type { ComparisonIssue, ComparisonReport } from './comparisonReport';
import type { IgnoreRule } from '../compare/ignoreRules';
import type { SeenPair } from '../keep/observation';
import { counted } from '../../mapping/compile/ledger';
import { causeText, headlineText, issueTitle, plainText, titlesOf, verdictText } from './reportPhrases';

interface Judged {
  readonly report: ComparisonReport;
  readonly observed: readonly SeenPair[];
}

/** The same evidence under two sets of agreed differences, or of mappings. */
interface WhatIf {
  readonly before: Judged;
  readonly after: Judged;
  /** Number of differences that only their values, which are not stored, could decide. */
  readonly unclear: number;
  /** Counts of pairs that cannot be judged, by reason. Absent: none. */
  readonly unknown?: ReadonlyMap<string, number>;
  /** The resources of those pairs. Absent: unknown. */
  readonly open?: ReadonlySet<string>;
  /** The agreed differences of `after`. */
  readonly rules: readonly IgnoreRule[];
}

type Issues = readonly ComparisonIssue[];

const labelledLines = (word: string, issues: Issues = []): readonly string[] =>
  issues.map(
    (issue) =>
      `${word.padEnd(8)}${issueTitle(issue)}, ${counted(issue.requests, 'request')}: ${causeText(issue)}`,
  );

/** Lists rules that pair list elements: pairing needs the bodies, which stored evidence does not have. */
const pairingLines = (rules: readonly IgnoreRule[]): readonly string[] =>
  rules
    .filter(({ comparator }) => comparator.kind === 'key' || comparator.kind === 'unordered')
    .map(
      ({ line, path }) =>
        `line ${line} pairs the elements of ${path} anew: new requests will show what that changes`,
    );

/** Sorts issues by their change: one disappears only when no pair has its difference any more. */
function compareIssues(oldReport: Judged, newReport: Judged) {
  const [was, is] = [titlesOf(oldReport.observed), titlesOf(newReport.observed)];
  const [then, now] = [oldReport.report.issues, newReport.report.issues];
  const current = new Set(now.map(issueTitle));
  const isExplained = (title: string): boolean => is.has(title) && !current.has(title);
  return {
    disappearing: then.filter((issue) => !is.has(issueTitle(issue))),
    staying: [
      ...now.filter((issue) => was.has(issueTitle(issue))),
      ...then.filter((issue) => isExplained(issueTitle(issue))),
    ],
    appearing: now.filter((issue) => !was.has(issueTitle(issue))),
  };
}

/** Renders the change for people: the headline before and after, then each issue that goes, stays or appears. */
export function renderWhatIf(whatIf: WhatIf): readonly string[] {
  const { before: oldReport, after: newReport, unclear, unknown, rules, open = new Set() } = whatIf;
  const { disappearing, staying, appearing } = compareIssues(oldReport, newReport);
  const [opened, gone] = [true, false].map((isOpen) =>
    disappearing.filter(({ resource }) => open.has(resource) === isOpen),
  );
  const lines = [
    `before: ${headlineText(oldReport.report)}; ${verdictText(oldReport.report)}`,
    `after:  ${headlineText(newReport.report)}; ${verdictText(newReport.report)}`,
    ...labelledLines('goes', gone),
    ...labelledLines('open', opened),
    ...labelledLines('stays', staying),
    ...labelledLines('appears', appearing),
  ];
  if (unclear > 0) lines.push(`${counted(unclear, 'difference')} stand that only their values could judge`);
  lines.push(...pairingLines(rules));
  for (const [why, count] of unknown ?? []) lines.push(`no answer for ${counted(count, 'pair')}: ${why}`);
  return lines.map(plainText);
}
