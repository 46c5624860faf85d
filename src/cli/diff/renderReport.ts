import { comparisonReport, type ComparisonReport } from '../../comparison/comparisonReport';
import { packageVersion } from '../packageVersion';
import { plainText } from './plainText';
import { renderGithub } from './renderGithub';
import { renderHtml } from './renderHtml';
import { renderJunit } from './renderJunit';
import { renderSarif } from './renderSarif';
import { renderText } from './renderText';

/** How a report is written. */
export const REPORT_FORMATS = ['text', 'json', 'junit', 'html', 'sarif', 'github'] as const;

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** How a report is asked for. */
export interface ReportOptions {
  readonly format: ReportFormat;
  /** With the statistics, the noise of v1 and the agreed differences that hide nothing. */
  readonly verbose?: boolean | undefined;
}

/** A report whose texts, paths of foreign answers among them, can do nothing to whoever reads it. */
const plainReport = (report: ComparisonReport): ComparisonReport =>
  comparisonReport.parse(
    JSON.parse(JSON.stringify(report), (_name, value: unknown) =>
      typeof value === 'string' ? plainText(value) : value,
    ),
  );

/** A report in a format, as one text. */
export function renderReport(
  whole: ComparisonReport,
  { format, verbose = false }: ReportOptions,
  { colour }: { readonly colour: boolean },
): string {
  const report = plainReport(whole);
  switch (format) {
    case 'text':
      return renderText(report, { colour, verbose }).join('\n');
    case 'json':
      return JSON.stringify(report, null, 2);
    case 'junit':
      return renderJunit(report);
    case 'html':
      return renderHtml(report);
    case 'sarif':
      return renderSarif(report, packageVersion());
    case 'github':
      return renderGithub(report);
  }
}
