import { type Command, InvalidArgumentError, Option } from 'commander';
import { defineCommand, withAdminPlace } from '../command';
import type { UsageOptions } from './showUsage';

/** Reads a period given on the command line: a number of days. */
export function parseDays(text: string): string {
  if (/^[1-9]\d{0,2}d$/.test(text)) return text;
  throw new InvalidArgumentError('It is a number of days such as 30d; 400 days are kept.');
}

/** Adds `lifeboat usage`. */
export function usageCommand(program: Command): void {
  withAdminPlace(program.command('usage'))
    .description('show who still uses v1, for what, and how ready each client is to move to v2')
    .option('--since <days>', 'period, today included', parseDays, '30d')
    .option('--client <id>', 'one client with all it uses: a name, a fingerprint, or fingerprint/program')
    .addOption(
      new Option('--format <format>', 'how to print').choices(['text', 'json', 'csv']).default('text'),
    )
    .addOption(new Option('--json', 'as --format json').implies({ format: 'json' }))
    .action(
      defineCommand(async ({ environment, terminal }, options: UsageOptions) => {
        const { showUsage } = await import('./showUsage.js');
        return showUsage(options, environment, terminal);
      }),
    );
}
