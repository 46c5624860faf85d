import type { ComparisonReport } from '../../comparison/comparisonReport';
import type { Result } from '../../translation/result';
import type { ReportSource } from './reportSource';

/** How a live report is shown. */
export interface Following {
  /** Told of each report that says something new. */
  readonly show: (report: ComparisonReport) => void;
  /** Told once of each reason why there is none. */
  readonly complain: (reason: string) => void;
  /** Waits until it is time to ask again; false ends it. */
  readonly pause: () => Promise<boolean>;
}

/** What makes a report another one; its instant alone does not. */
const newsOf = (report: ComparisonReport): string => JSON.stringify({ ...report, at: '' });

/** Shows a report whenever it has changed, until it is ended; a gateway that is away is waited for. Gives the last one. */
export async function followReport(
  source: ReportSource,
  { show, complain, pause }: Following,
): Promise<Result<ComparisonReport, string>> {
  let last = await source();
  let said = '';
  for (;;) {
    const news = last.ok ? newsOf(last.value) : last.failure;
    if (news !== said) {
      if (last.ok) show(last.value);
      else complain(last.failure);
    }
    said = news;
    if (!(await pause())) return last;
    last = await source();
  }
}
