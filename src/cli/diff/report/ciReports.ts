import { h } from 'preact';
import { render } from 'preact-render-to-string';
import type { ComparisonIssue, ComparisonReport } from '../../../comparison/report/comparisonReport';
import {
  againText,
  causeText,
  evidenceText,
  headline,
  isCertain,
  issueTitle,
  shareText,
  unexplainedText,
  verdictText,
} from '../../../comparison/report/reportPhrases';

/** One test case: passed, failed with a reason, or not decided yet. */
interface Case {
  readonly suite: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly text: string;
}

const issueCase = (issue: ComparisonIssue): Case => ({
  suite: issue.operation,
  name: issueTitle(issue),
  outcome: isCertain(issue) ? 'failed' : 'skipped',
  text: `${causeText(issue)}; ${evidenceText(issue)}; sample ${issue.smallest.id}`,
});

function cases(report: ComparisonReport): readonly Case[] {
  const { verdict, issues, operations } = report;
  const outcome = { within: 'passed', over: 'failed', undecided: 'skipped' } as const;
  const whole: Case = {
    suite: 'budget',
    name: 'clients notice no more than they may',
    outcome: outcome[verdict],
    text: `${headline(report)}; ${verdictText(report)}`,
  };
  const quiet = operations
    .filter(({ operation }) => !issues.some((issue) => issue.operation === operation))
    .map(({ operation, state, compared, morePairs }): Case => ({
      suite: operation,
      name: `${operation} answers as v1 does`,
      outcome: state === 'clean' ? 'passed' : 'skipped',
      text: `${compared} compared, ${morePairs} more needed`,
    }));
  return [whole, ...issues.map(issueCase), ...quiet];
}

const caseXml = ({ suite, name, outcome, text }: Case) =>
  h(
    'testcase',
    { classname: `lifeboat.${suite}`, name },
    outcome !== 'passed' && h(outcome === 'failed' ? 'failure' : 'skipped', { message: text }, text),
  );

/** Renders a report as JUnit XML, which every CI shows: a regression is a failure, an undecided issue is skipped. */
export function renderJunit(report: ComparisonReport): string {
  const all = cases(report);
  const countOf = (outcome: Case['outcome']) => all.filter((testCase) => testCase.outcome === outcome).length;
  const counts = { tests: all.length, failures: countOf('failed'), skipped: countOf('skipped') };
  const timestamp = report.at.replace(/\.\d+Z$/, '');
  const suite = { name: 'side-by-side comparison', ...counts, errors: 0, timestamp };
  const suites = h(
    'testsuites',
    { name: 'lifeboat diff', ...counts },
    h('testsuite', suite, all.map(caseXml)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${render(suites)}`;
}

const MARKS = { within: '✅', over: '❌', undecided: '❔' } as const;

/** Escapes a cell of a table: a bar would end the cell, and HTML would be interpreted. */
const cell = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\\`*_[\]|]/g, (sign) => `\\${sign}`);

function issueRow(issue: ComparisonIssue): string {
  const again = againText(issue);
  const cells = [
    ...[issue.severity, issue.state, issueTitle(issue), shareText(issue.requests, issue.of)],
    again === undefined ? causeText(issue) : `${causeText(issue)}; ${again}`,
    issue.id,
  ];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** Renders a report as GitHub Markdown, for the summary of a workflow's step. */
export function renderGithub(report: ComparisonReport): string {
  const { issues, verdict } = report;
  const rest = unexplainedText(report);
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
    ...(rest === undefined ? [] : ['', `${rest}.`]),
    '',
  ].join('\n');
}
