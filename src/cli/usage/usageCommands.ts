import { type Command, Option } from 'commander';
import { defineCommand, instantText, parseDays, parseInstant, withAdminPlace, withReason } from '../command';
import { clientEntries } from '../../operator/clientEntries';
import type { ChangeOptions } from '../cutover/stageControl';
import { showEntry } from '../operatorClient';
import type { ClientOptions, TryBrownoutOptions } from './brownouts';
import type { UsageOptions } from './showUsage';

const CALLER = 'its name, the fingerprint of its key, or the beginning of one';

/** Adds `lifeboat brownout list`, `stop` and `try`. */
export function brownoutCommand(program: Command): void {
  const brownout = program
    .command('brownout')
    .description("times in which v1 requests are refused, ahead of v1's end, as the plan names them");
  withAdminPlace(brownout.command('list', { isDefault: true }))
    .description('show the brownouts of the plan and what became of them')
    .option('--json', 'print everything as JSON', false)
    .action(
      defineCommand(async ({ environment, terminal }, options: ClientOptions) => {
        const { listBrownouts } = await import('./brownouts.js');
        return listBrownouts(options, environment, terminal);
      }),
    );
  withReason(brownout.command('stop'))
    .description('stop the brownout under way: the next request is answered again')
    .option('--all', 'all that are not over, those to come too', false)
    .action(
      defineCommand(
        async (
          { environment, terminal },
          { all, reason, by, ...place }: ChangeOptions & { readonly all: boolean },
        ) => {
          const input = { which: all ? 'all' : 'current', reason, by } as const;
          return showEntry(clientEntries.stopBrownouts, input, { place, environment, terminal });
        },
      ),
    );
  withAdminPlace(brownout.command('try'))
    .description('show which brownouts would refuse a client, and how many requests by its last seven days')
    .requiredOption('--client <id>', CALLER)
    .option('--json', 'print everything as JSON', false)
    .action(
      defineCommand(async ({ environment, terminal }, options: TryBrownoutOptions) => {
        const { tryBrownouts } = await import('./brownouts.js');
        return tryBrownouts(options, environment, terminal);
      }),
    );
}

/** Adds `lifeboat client extend` and `lifeboat client gone`. */
export function addRetiring(client: Command): void {
  withReason(client.command('extend'))
    .description('keep brownouts and the end off a client until a date; without one no longer')
    .argument('<caller>', CALLER)
    .option('--until <instant>', 'when it is as for everybody', parseInstant)
    .action(
      defineCommand(
        async (
          { environment, terminal },
          caller: string,
          { until, reason, by, ...place }: ChangeOptions & { readonly until?: number },
        ) => {
          const input = { caller, until: instantText(until), reason, by };
          return showEntry(clientEntries.extend, input, { place, environment, terminal });
        },
      ),
    );
  withReason(client.command('gone'))
    .description('end v1 for one client: its v1 requests get a 410')
    .argument('<caller>', CALLER)
    .option('--undo', 'take it back', false)
    .action(
      defineCommand(
        async (
          { environment, terminal },
          caller: string,
          { undo, reason, by, ...place }: ChangeOptions & { readonly undo: boolean },
        ) => showEntry(clientEntries.gone, { caller, undo, reason, by }, { place, environment, terminal }),
      ),
    );
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
