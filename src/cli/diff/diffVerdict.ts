import { type Command, InvalidArgumentError, Option } from 'commander';
import { isMuchTooCostly } from '../../comparison/keep/comparisonAccounts';
import type { ComparisonReport } from '../../comparison/report/comparisonReport';
import { isCertain } from '../../comparison/report/reportPhrases';

/** Exit code of `lifeboat diff`: within budget, over it, undecided, invalid arguments, failed. */
export type DiffExit = 0 | 1 | 2 | 3 | 4;

/** Kinds of issues that fail a run, however few they are. */
const FAILING = ['breaking', 'regression', 'any'] as const;

type Failing = (typeof FAILING)[number];

export interface VerdictOptions {
  /** Share of requests that may differ, from 0 to below 1. Absent: the default budget. */
  readonly budget?: number | undefined;
  /** Kinds of issues that alone decide, in place of the budget: a few equal answers are enough to pass then. */
  readonly failOn?: Failing | undefined;
}

type Judged = Pick<ComparisonReport, 'verdict' | 'compared' | 'differing' | 'issues' | 'outcomes'>;

/** Tests of a report for each kind of issues. */
const failures: Readonly<Record<Failing, (report: Judged) => boolean>> = {
  breaking: ({ issues }) => issues.some(({ severity }) => severity === 'breaking'),
  regression: ({ issues }) => issues.some(isCertain),
  any: ({ differing }) => differing > 0,
};

const exits = { within: 0, over: 1, undecided: 2 } as const;

/** Decides the exit code of a report. The outcome is unknown if nothing was compared or too much was given up. */
export function diffExit(report: Judged, { failOn }: VerdictOptions = {}): DiffExit {
  if (report.compared === 0) return 2;
  if (failOn === undefined) return exits[report.verdict];
  if (failures[failOn](report)) return 1;
  return isMuchTooCostly(report) ? 2 : 0;
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
