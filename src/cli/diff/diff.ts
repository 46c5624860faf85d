import type { ComparisonReport } from '../../comparison/comparisonReport';
import type { Environment } from '../../config';
import type { Result } from '../../translation/result';
import type { AdminPlace } from '../adminOrigin';
import { systemClock } from '../systemClock';
import type { Terminal } from '../terminal';
import { untilSignal } from '../untilSignal';
import { diffExit, type DiffExit, type VerdictOptions } from './diffExit';
import { followReport } from './followReport';
import type { ReportOptions } from './renderReport';
import { gatewaySource, type ReportSource } from './reportSource';
import { showReport } from './showReport';

/** The options of `lifeboat diff`. */
export interface DiffOptions extends AdminPlace, ReportOptions, VerdictOptions {
  /** What was seen before does not count, clock ms; the configured window unless given. */
  readonly since?: number | undefined;
  readonly follow: boolean;
}

/** The gateway is asked so often while its report is followed, ms. */
const PAUSE = 2_000;

/** Begins the screen anew: clears it and goes to its top (ECMA-48). */
const ANEW = '\u001b[2J\u001b[H';

/** Pauses until the next look; false after Ctrl-C. */
function pauses(): () => Promise<boolean> {
  let isOver = false;
  let wake: () => void = () => undefined;
  void untilSignal(systemClock, () => process.exit(130)).then(() => {
    isOver = true;
    wake();
  });
  return () =>
    new Promise((resolve) => {
      if (isOver) {
        resolve(false);
        return;
      }
      const timer = setTimeout(() => resolve(true), PAUSE);
      wake = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
}

function follow(
  source: ReportSource,
  show: (report: ComparisonReport) => void,
  { write, complain, colour }: Terminal,
): Promise<Result<ComparisonReport, string>> {
  return followReport(source, {
    complain,
    pause: pauses(),
    show: (report) => {
      if (colour) write(ANEW);
      show(report);
    },
  });
}

/** Prints what the side-by-side comparison of the running gateway has found; the exit code is its verdict. */
export async function diff(
  options: DiffOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<DiffExit> {
  const { complain, colour } = terminal;
  const source = gatewaySource(options, options, environment, { colour });
  if (!source.ok) {
    for (const line of source.failure) complain(line);
    return 3;
  }
  const show = (report: ComparisonReport) => showReport(report, options, terminal, environment);
  const report = await (options.follow ? follow(source.value, show, terminal) : source.value());
  if (!report.ok) {
    if (!options.follow) complain(report.failure);
    return 4;
  }
  if (!options.follow) show(report.value);
  return diffExit(report.value, options);
}
