import type { ComparisonIssue, ComparisonReport } from '../../../comparison/report/comparisonReport';
import { html, type Html } from '../../../documents/htmlPage';
import {
  againText,
  causeText,
  evidenceText,
  headline,
  issueTitle,
  shareText,
  unexplainedText,
  verdictText,
} from './reportPhrases';
import { counted } from '../../../mapping/compile/ledger';

/** One test: passed, failed with a reason, or not decided yet. */
interface Case {
  readonly suite: string;
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  readonly text: string;
}

const issueCase = (issue: ComparisonIssue): Case => ({
  suite: issue.operation,
  name: issueTitle(issue),
  outcome: issue.state === 'regression' ? 'failed' : 'skipped',
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

function outcomeXml({ outcome, text }: Case): Html {
  if (outcome === 'passed') return html``;
  return outcome === 'failed'
    ? html`<failure message="${text}">${text}</failure>`
    : html`<skipped message="${text}"></skipped>`;
}

const caseXml = (one: Case): Html =>
  html`<testcase classname="lifeboat.${one.suite}" name="${one.name}">${outcomeXml(one)}</testcase> `;

/** A report as JUnit XML, which every CI shows: a regression is a failure, what is not decided is skipped. */
export function renderJunit(report: ComparisonReport): string {
  const all = cases(report);
  const of = (outcome: Case['outcome']): number => all.filter((one) => one.outcome === outcome).length;
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <testsuites
      name="lifeboat diff"
      tests="${all.length}"
      failures="${of('failed')}"
      skipped="${of('skipped')}"
    >
      <testsuite
        name="side-by-side comparison"
        tests="${all.length}"
        failures="${of('failed')}"
        errors="0"
        skipped="${of('skipped')}"
        timestamp="${report.at.replace(/\.\d+Z$/, '')}"
      >
        ${all.map(caseXml)}
      </testsuite>
    </testsuites>`.markup;
}

/** Sentences for what a difference is, by its kind: the rules of SARIF. */
const rules: Readonly<Record<string, string>> = {
  missing: 'v1 has it, v2 has not',
  extra: 'v2 has it, v1 has not',
  type: 'it has another type',
  value: 'it has another value',
  null_vs_absent: 'null on one side, absent on the other',
  empty: 'empty in another way',
  order: 'the same elements in another order',
  length: 'another number of elements',
  precision: 'the same number with other digits',
  unavailable: 'v1 answered, v2 gave no answer that a client could use',
  status: 'another status',
  header: 'another header',
};

function levelOf({ state, severity }: ComparisonIssue): 'error' | 'warning' | 'note' {
  if (severity === 'benign' || severity === 'wire') return 'note';
  return state === 'regression' && severity === 'breaking' ? 'error' : 'warning';
}

/** `file:line` of a mapping as a place in the repository. */
function physical(line: string | undefined): object {
  const [, file, number] = /^(.+):(\d+)$/.exec(line ?? '') ?? [];
  if (file === undefined) return {};
  return {
    physicalLocation: {
      artifactLocation: { uri: `mappings/${encodeURI(file)}` },
      region: { startLine: Number(number) },
    },
  };
}

function resultOf(issue: ComparisonIssue): object {
  const { kind, path, operation, line, requests, first, latest, smallest, state, severity } = issue;
  const text = `${issueTitle(issue)}, ${counted(requests, 'request')}. ${causeText(issue)}. ${evidenceText(issue)}.`;
  return {
    ruleId: kind,
    level: levelOf(issue),
    message: { text },
    locations: [
      {
        ...physical(line),
        logicalLocations: [{ fullyQualifiedName: `${operation}/${path}`, kind: 'member' }],
      },
    ],
    // The same issue of the next run is recognised by it, wherever its mapping line has gone.
    partialFingerprints: { 'operationPathKind/v1': `${operation} ${path} ${kind}` },
    occurrenceCount: Math.max(requests, 1),
    properties: { state, severity, first, latest, smallest },
  };
}

/** A report as SARIF 2.1.0 (OASIS), which code hosts show beside the mapping lines. */
export function renderSarif(report: ComparisonReport, version: string): string {
  const { issues, verdict, epoch, at } = report;
  const driver = {
    name: 'Lifeboat',
    semanticVersion: version,
    rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } })),
  };
  const run = {
    tool: { driver },
    results: issues.map(resultOf),
    properties: { verdict, epoch, at, summary: `${headline(report)}; ${verdictText(report)}` },
  };
  return JSON.stringify(
    { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] },
    null,
    2,
  );
}

const MARKS = { within: '✅', over: '❌', undecided: '❔' } as const;

/** A cell of a table: a bar would end it, and HTML would be one. */
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

/** A report as GitHub Markdown, for the summary of a workflow's step. */
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
