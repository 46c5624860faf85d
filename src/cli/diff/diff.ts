import type { ComparisonReport } from '../../comparison/report/comparisonReport';
import type { Environment } from '../../config';
import { failure, type Result } from '../../contract/result';
import { differenceEntries } from '../../operator/differenceEntries';
import { type AdminPlace, openOperator } from '../operatorClient';
import { systemClock } from '../../runtime/systemClock';
import { pauses, stopSignal, type Terminal } from '../terminal';
import { diffExit, type DiffExit, type VerdictOptions } from './diffVerdict';
import { pairsOfGateway } from './issuePairs';
import { type ReportOptions, showReport } from './report/renderReport';
import { need } from '../command';

/** Reads the latest report. */
type ReportSource = () => Promise<Result<ComparisonReport, string>>;

/** Options of followReport. */
interface Following {
  /** Receives each report that has changed. */
  readonly show: (report: ComparisonReport) => void | Promise<void>;
  /** Receives each reason for a missing report once. */
  readonly complain: (reason: string) => void;
  /** Waits until the next request is due; false ends the loop. */
  readonly pause: () => Promise<boolean>;
}

/** Renders a report for comparison without its instant, because a new instant alone is no change. */
const contentOf = (report: ComparisonReport): string => JSON.stringify({ ...report, at: '' });

/**
 * Shows a report whenever it has changed, until the pause ends the loop; waits for an absent gateway. Returns the last
 * report.
 */
export async function followReport(
  source: ReportSource,
  { show, complain, pause }: Following,
): Promise<Result<ComparisonReport, string>> {
  let last = await source();
  let shownLine = '';
  for (;;) {
    const content = last.ok ? contentOf(last.value) : last.failure;
    if (content !== shownLine) {
      if (last.ok) await show(last.value);
      else complain(last.failure);
    }
    shownLine = content;
    if (!(await pause())) return last;
    last = await source();
  }
}

/** Options of `lifeboat diff`. */
export interface DiffOptions extends AdminPlace, ReportOptions, VerdictOptions {
  /** Instant (clock ms) from which evidence counts; the configured window by default. */
  readonly since?: number | undefined;
  readonly follow: boolean;
}

/** Interval (ms) between two requests while a report is followed. */
const PAUSE = 2_000;

/** Clears the screen and moves the cursor to its top (ECMA-48). */
const CLEAR_SCREEN = '\u001b[2J\u001b[H';

/** Prints the report of the running gateway's comparison; the exit code is the verdict. */
export async function diff(
  options: DiffOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { write, complain, colour } = terminal;
  const { ask } = need(openOperator(options, environment, terminal), 3);
  const { since, budget } = options;
  const look = { since: since === undefined ? undefined : new Date(since).toISOString(), budget };
  const source: ReportSource = async () => {
    const report = await ask(differenceEntries.report, look);
    return report.ok ? report : failure(report.failure.sentence);
  };
  const findPairs = pairsOfGateway(ask);
  const show = (report: ComparisonReport) =>
    showReport(report, { ...options, findPairs }, terminal, environment);
  if (!options.follow) {
    const report = need(await source(), 4);
    await show(report);
    return diffExit(report, options);
  }
  const last = await followReport(source, {
    complain,
    pause: pauses(PAUSE, stopSignal(systemClock)),
    show: (report) => {
      if (colour) write(CLEAR_SCREEN);
      return show(report);
    },
  });
  return last.ok ? diffExit(last.value, options) : 4;
}
