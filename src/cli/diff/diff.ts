import { comparisonReport, type ComparisonReport } from '../../comparison/report/comparisonReport';
import type { Environment } from '../../config';
import { type Result, success } from '../../contract/result';
import { type AdminPlace, openAdmin } from '../adminClient';
import { systemClock } from '../../runtime/systemClock';
import { type Terminal, untilSignal } from '../terminal';
import { diffExit, type DiffExit, type VerdictOptions } from './diffVerdict';
import { type ReportOptions, showReport } from './report/renderReport';
import { refused } from '../command';

/** Where a report comes from, asked anew every time. */
type ReportSource = () => Promise<Result<ComparisonReport, string>>;

/** The running gateway, found as configured; the failure tells every fault of the settings. */
export function gatewaySource(
  place: AdminPlace,
  { since, budget }: { readonly since?: number | undefined; readonly budget?: number | undefined },
  environment: Environment,
  options: { readonly colour: boolean },
): Result<ReportSource, readonly string[]> {
  const admin = openAdmin(place, environment, options);
  const query = new URLSearchParams({
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
    ...(budget === undefined ? {} : { budget: String(budget) }),
  }).toString();
  const path = query === '' ? '/comparison' : `/comparison?${query}`;
  return admin.ok ? success(() => admin.value(path, comparisonReport)) : admin;
}

/** How a live report is shown. */
interface Following {
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
  if (!source.ok) return refused(source.failure, { complain }, 3);
  const show = (report: ComparisonReport) => showReport(report, options, terminal, environment);
  const report = await (options.follow ? follow(source.value, show, terminal) : source.value());
  if (!report.ok) {
    if (!options.follow) complain(report.failure);
    return 4;
  }
  if (!options.follow) show(report.value);
  return diffExit(report.value, options);
}
