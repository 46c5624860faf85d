import type { ComparisonIssue, ComparisonReport } from '../../../comparison/report/comparisonReport';
import {
  againText,
  causeText,
  headline,
  issueTitle,
  shareText,
  unexplainedText,
  verdictText,
} from '../../../comparison/report/reportPhrases';

const MARKS = { within: '✅', over: '❌', undecided: '❔' } as const;

/** Escapes a cell of a table: a bar would end the cell, and HTML would be interpreted. */
const cell = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\\`*_[\]|]/g, (sign) => `\\${sign}`);

function issueRow(issue: ComparisonIssue): string {
  const repetition = againText(issue);
  const cells = [
    ...[issue.severity, issue.state, issueTitle(issue), shareText(issue.requests, issue.of)],
    repetition === undefined ? causeText(issue) : `${causeText(issue)}; ${repetition}`,
    issue.id,
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** Renders a report as GitHub Markdown, for the summary of a workflow's step. */
export function renderGithub(report: ComparisonReport): string {
  const { issues, verdict } = report;
  const unexplained = unexplainedText(report);
  const table = [
    '',
    '| severity | state | what | requests | where to mend it | id |',
    '| --- | --- | --- | --- | --- | --- |',
    ...issues.map(issueRow),
  ];
  return [
    `### ${MARKS[verdict]} Lifeboat: ${headline(report)}`,
    '',
    `${verdictText(report)}.`,
    ...(issues.length === 0 ? [] : table),
    ...(unexplained === undefined ? [] : ['', `${unexplained}.`]),
    '',
  ].join('\n');
}
