import { appendFileSync } from 'node:fs';
import type { ComparisonReport } from '../../comparison/comparisonReport';
import type { Environment } from '../../config';
import type { Terminal } from '../terminal';
import { headline, nothingCompared, verdictText } from './issuePhrases';
import { renderReport, type ReportOptions } from './renderReport';

/**
 * Shows a report in the format that was asked for. `github` goes to the summary of the workflow's step where GitHub names
 * a file for it, and one line to the output.
 */
export function showReport(
  report: ComparisonReport,
  options: ReportOptions,
  { write, complain, colour }: Pick<Terminal, 'write' | 'complain' | 'colour'>,
  environment: Environment,
): void {
  const text = renderReport(report, options, { colour });
  const summary = environment['GITHUB_STEP_SUMMARY'] ?? '';
  if (options.format === 'github' && summary !== '') {
    appendFileSync(summary, text);
    write(`${headline(report)}; ${verdictText(report)}`);
  } else write(text);
  const nothing = nothingCompared(report);
  if (nothing !== undefined && options.format !== 'text') complain(nothing);
}
