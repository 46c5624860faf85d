import { appendFileSync } from 'node:fs';
import {
  type ComparisonIssue,
  comparisonReport,
  type ComparisonReport,
} from '../../../comparison/report/comparisonReport';
import {
  againText,
  causeText,
  headline,
  issueTitle,
  nothingCompared,
  plainText,
  shareText,
  unexplainedText,
  verdictText,
} from '../../../comparison/report/reportPhrases';
import { renderText } from './renderText';
import { renderReportFile } from '../../../console/render/reportFile';
import type { PairsOfIssues } from '../../../console/render/drillDown';
import type { Environment } from '../../../config';
import type { Terminal } from '../../terminal';

/** Format of a report. */
export const REPORT_FORMATS = ['text', 'json', 'html', 'github'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** Options of a report. */
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
  const repetition = againText(issue);
  const cells = [
    ...[issue.severity, issue.state, issueTitle(issue), shareText(issue.requests, issue.of)],
    repetition === undefined ? causeText(issue) : `${causeText(issue)}; ${repetition}`,
    issue.id,
  ];
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
    `### ${MARKS[verdict]} Lifeboat: ${headline(report)}`,
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
  { colour, pairs = new Map() }: { readonly colour: boolean; readonly pairs?: PairsOfIssues },
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
  { write, complain, colour }: Pick<Terminal, 'write' | 'complain' | 'colour'>,
  environment: Environment,
): Promise<void> {
  const pairs = options.format === 'html' ? await options.findPairs?.(report) : undefined;
  const text = renderReport(report, options, { colour, ...(pairs === undefined ? {} : { pairs }) });
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? '';
  if (options.format === 'github' && summary !== '') {
    appendFileSync(summary, text);
    write(`${headline(report)}; ${verdictText(report)}`);
  } else write(text);
  const nothing = nothingCompared(report);
  if (nothing !== undefined && options.format !== 'text') complain(nothing);
}
