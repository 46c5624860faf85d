import { type Command, InvalidArgumentError, Option } from 'commander';
import { isMuchTooCostly } from '../../comparison/keep/comparisonAccounts';
import type { ComparisonReport } from '../../comparison/report/comparisonReport';
import { isCertain } from '../../comparison/report/reportPhrases';

/** Exit code of `lifeboat diff`: within budget, over it, undecided, invalid arguments, failed. */
export type DiffExit = 0 | 1 | 2 | 3 | 4;

/** Kinds of issues that fail a run, however few they are. */
const FAILING = ['breaking', 'regression', 'any'] as const;

type Failing = (typeof FAILING)[number];

/** Options of a verdict. */
export interface VerdictOptions {
  /** Share of requests that may differ, from 0 to below 1; absent: the default budget. */
  readonly budget?: number | undefined;
  /** Kinds of issues that alone decide, in place of the budget: a few equal answers are enough to pass then. */
  readonly failOn?: Failing | undefined;
}

type Judged = Pick<ComparisonReport, 'verdict' | 'compared' | 'differing' | 'issues' | 'outcomes'>;

function hasFailed({ issues, differing }: Judged, failOn: Failing): boolean {
  switch (failOn) {
    case 'breaking':
      return issues.some(({ severity }) => severity === 'breaking');
    case 'regression':
      return issues.some(isCertain);
    case 'any':
      return differing > 0;
  }
}

/** Decides the exit code of a report. The outcome is unknown if nothing was compared or too much was given up. */
export function diffExit(report: Judged, { failOn }: VerdictOptions = {}): DiffExit {
  if (report.compared === 0) return 2;
  if (failOn !== undefined && hasFailed(report, failOn)) return 1;
  if (failOn !== undefined) return isMuchTooCostly(report) ? 2 : 0;
  switch (report.verdict) {
    case 'within':
      return 0;
    case 'over':
      return 1;
    case 'undecided':
      return 2;
  }
}

/** Reads a share such as `0.5%`, from 0% to below 100%, as a number from 0 to below 1. */
function parseShare(text: string): number {
  const [, digits] = /^(\d{1,2}(?:\.\d{1,4})?)%$/.exec(text) ?? [];
  if (digits === undefined) throw new InvalidArgumentError('It is a percentage below 100%, such as 0.5%.');
  return Number(digits) / 100;
}

/** Adds the options by which a command decides whether the differences are too many. */
export const withVerdict = (command: Command): Command =>
  command
    .option(
      '--budget <share>',
      'share of the requests that may differ, 0% for none (default: 0.5%)',
      parseShare,
    )
    .addOption(
      new Option(
        '--fail-on <issues>',
        'exit 1 on such an issue and 0 without, in place of the budget',
      ).choices(FAILING),
    );
