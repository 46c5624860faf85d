import { type Command, Option } from 'commander';
import { defineCommand, parseDays, withAdminPlace } from '../command';
import type { UsageOptions } from './showUsage';

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
