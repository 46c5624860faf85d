import { type Command, Option } from 'commander';
import { parseShare } from '../parseShare';
import { FAILING } from './diffExit';

/** Adds the options by which a command decides whether what differs is too much. */
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
