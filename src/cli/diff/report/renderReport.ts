import { appendFileSync } from 'node:fs';
import {
  type ComparisonIssue,
  type ComparisonReport,
  comparisonReport,
} from '../../../comparison/report/comparisonReport';
import {
  againText,
  causeText,
  certaintyText,
  evidenceText,
  figuresText,
  headlineText,
  issueTitle,
  whyNothingCompared,
  plainText,
  shareText,
  unexplainedText,
  verdictText,
} from '../../../comparison/report/reportPhrases';
import { renderReportFile, type PairsOfIssues } from '../../../console/render/reportFile';
import type { Surroundings } from '../../command';
import { addEmptyLine, createPainter, keepPresentLines, renderTable, type TextStyle } from '../../terminal';
import { callerText } from '../../../cutover/callerNames';
import { counted } from '../../../mapping/compile/ledger';

/** Format of a report. */
export const REPORT_FORMATS = ['text', 'json', 'html', 'github'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

export interface ReportOptions {
  readonly format: ReportFormat;
  /** True to show also the statistics, the noise of v1 and the agreed differences that hide nothing. */
  readonly verbose?: boolean | undefined;
}

/** Finds the kept pairs of a report's issues, for the formats that show values. */
export type FindPairs = (report: ComparisonReport) => Promise<PairsOfIssues>;

/** Makes the texts of a report harmless to its reader: some are paths from foreign answers. */
const plainReport = (report: ComparisonReport): ComparisonReport =>
  comparisonReport.parse(
    JSON.parse(JSON.stringify(report), (_name, value: unknown) =>
      typeof value === 'string' ? plainText(value) : value,
    ),
  );

const MARKS = { within: '✅', over: '❌', undecided: '❔' } as const;

/** Escapes a cell of a table: a bar would end the cell, and HTML would be interpreted. */
const cell = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\\`*_[\]|]/g, (sign) => `\\${sign}`);

function issueRow(issue: ComparisonIssue): string {
  const cause = keepPresentLines([causeText(issue), againText(issue)]).join('; ');
  const share = shareText(issue.requests, issue.of);
  const cells = [issue.severity, issue.state, issueTitle(issue), share, cause, issue.id];
  return `| ${cells.map(cell).join(' | ')} |`;
}

/** Renders a report as GitHub Markdown, for the summary of a workflow's step. */
function renderGithub(report: ComparisonReport): string {
  const { issues, verdict } = report;
  const unexplained = unexplainedText(report);
  const table = [
    '',
    '| severity | state | what | requests | where to mend it | id |',
    '| --- | --- | --- | --- | --- | --- |',
    ...issues.map(issueRow),
  ];
  return [
    `### ${MARKS[verdict]} Lifeboat: ${headlineText(report)}`,
    '',
    `${verdictText(report)}.`,
    ...(issues.length === 0 ? [] : table),
    ...(unexplained === undefined ? [] : ['', `${unexplained}.`]),
    '',
  ].join('\n');
}

/** Renders a report in a format, as one text. */
export function renderReport(
  wholeReport: ComparisonReport,
  { format, verbose = false }: ReportOptions,
  { colour, pairs = new Map() }: { readonly colour: boolean; readonly pairs?: PairsOfIssues | undefined },
): string {
  const report = plainReport(wholeReport);
  switch (format) {
    case 'text':
      return renderText(report, { colour, verbose }).join('\n');
    case 'json':
      return JSON.stringify(report, null, 2);
    case 'html':
      return renderReportFile(report, pairs);
    case 'github':
      return renderGithub(report);
  }
}

/**
 * Shows a report in the requested format. `github` writes it into the summary of the workflow's step if GitHub names a
 * file for that, and one line to the output.
 */
export async function showReport(
  report: ComparisonReport,
  options: ReportOptions & { readonly findPairs?: FindPairs | undefined },
  { environment, terminal: { write, complain, colour } }: Surroundings,
): Promise<void> {
  const pairs = options.format === 'html' ? await options.findPairs?.(report) : undefined;
  const text = renderReport(report, options, { colour, pairs });
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? '';
  if (options.format === 'github' && summary !== '') {
    appendFileSync(summary, text);
    write(`${headlineText(report)}; ${verdictText(report)}`);
  } else write(text);
  const nothing = whyNothingCompared(report);
  if (nothing !== undefined && options.format !== 'text') complain(nothing);
}

type Paint = ReturnType<typeof createPainter>;

const stateColour: Readonly<Record<ComparisonIssue['state'], TextStyle>> = {
  regression: 'red',
  clean: 'green',
  undecided: 'yellow',
};

const verdictColour: Readonly<Record<ComparisonReport['verdict'], TextStyle>> = {
  within: 'green',
  over: 'red',
  undecided: 'yellow',
};

interface Look {
  readonly colour: boolean;
  readonly verbose: boolean;
}

function detailLines(issue: ComparisonIssue, verbose: boolean): readonly string[] {
  const { id, places, callers, alongside, first: firstEntry, latest: latestEntry, smallest } = issue;
  const who = callers.map(({ caller, name, requests: count }) => `${callerText(caller, name)} ${count}`);
  return keepPresentLines([
    causeText(issue),
    againText(issue),
    ...places
      .filter((issuePlace) => issueTitle(issuePlace) !== issueTitle(issue))
      .map((issuePlace) => `also ${issueTitle(issuePlace)}, ${counted(issuePlace.requests, 'request')}`),
    verbose ? evidenceText(issue) : certaintyText(issue),
    verbose
      ? `samples: first ${firstEntry.id} (${firstEntry.at}), latest ${latestEntry.id} (${latestEntry.at}), smallest ${smallest.id}`
      : `seen from ${firstEntry.at} to ${latestEntry.at}; sample ${smallest.id}; mended? diff resolve ${id}`,
    who.length > 0 && `callers: ${who.join(', ')}`,
    alongside.length > 0 && `together with: ${alongside.join(', ')}`,
  ]);
}

function issueLines(
  issue: ComparisonIssue,
  number: number,
  paint: Paint,
  verbose: boolean,
): readonly string[] {
  const { severity, state, requests, of } = issue;
  const title = `${paint(stateColour[state], state)} ${paint('bold', issueTitle(issue))}`;
  return [
    `${String(number).padStart(3)}. ${title}, ${severity}, ${shareText(requests, of)} requests`,
    ...detailLines(issue, verbose).map((line) => `     ${paint('dim', line)}`),
  ];
}

/** Renders the agreed differences that hide something or are warned of; `verbose` adds all others. */
function ruleTable({ rules }: ComparisonReport, verbose: boolean): readonly string[] {
  const rows = rules
    .filter(({ hits, warnings }) => verbose || hits > 0 || warnings.length > 0)
    .map((rule) => ({ ...rule, line: rule.line ?? 'agreed', expires: rule.expires.slice(0, 10) }));
  return renderTable(rows, ['line', 'path', 'owner', 'expires', 'hits', 'warnings']);
}

/** Renders the figures of a report as tables. */
function renderTables(report: ComparisonReport, verbose: boolean): readonly string[] {
  const { operations, callers, noise } = report;
  return [
    renderTable(operations, ['operation', 'state', 'compared', 'differing', 'looks', 'morePairs']),
    renderTable(callers, ['caller', 'compared', 'differing', 'latest']),
    // Where v1 differs from itself.
    verbose
      ? renderTable(noise, ['path', 'operation', 'state', 'held', 'onlyV2', 'onlyV1', 'morePairs'])
      : [],
    ruleTable(report, verbose),
  ].flatMap(addEmptyLine);
}

function outcomeText({ outcomes, repeated }: ComparisonReport): string {
  const all = Object.entries(outcomes).map(([outcome, count]) => `${outcome} ${count.toLocaleString('en')}`);
  return [...all, `repeated ${repeated.toLocaleString('en')}`].join(', ');
}

/** Renders a report for a terminal, line by line: the headline, the issues, then the figures by operation and caller. */
function renderText(report: ComparisonReport, { colour, verbose }: Look): readonly string[] {
  const paint = createPainter(colour);
  const { verdict, issues, compared, differing, warnings } = report;
  const unexplained = unexplainedText(report);
  return keepPresentLines([
    paint('bold', headlineText(report)),
    paint(verdictColour[verdict], verdictText(report)),
    verbose && figuresText(report),
    `${counted(compared, 'request')} compared, ${differing.toLocaleString('en')} differ (${outcomeText(report)})`,
    '',
    compared > 0 && issues.length === 0 && 'no difference that v1 does not show itself',
    ...issues.flatMap((issue, index) => issueLines(issue, index + 1, paint, verbose)),
    unexplained && `     ${unexplained}`,
    ...renderTables(report, verbose),
    ...warnings.map((warning) => `${paint('yellow', 'warning:')} ${warning}`),
  ]);
}
