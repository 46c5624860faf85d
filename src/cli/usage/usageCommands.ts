import { type Command, Option } from 'commander';
import { clientEntries } from '../../operator/clientEntries';
import { addCommand, parseDays, withAdminPlace } from '../command';
import { CALLER } from '../cutover/clientCommand';
import { addEntry } from '../entryCommand';
import { brownoutLines, type TryBrownoutOptions } from './brownouts';
import { usageLines } from './showUsage';

/** Adds `lifeboat brownout list`, `stop` and `try`. */
export function brownoutCommand(program: Command): void {
  const brownout = program
    .command('brownout')
    .description("times in which v1 requests are refused, ahead of v1's end, as the plan names them");
  addEntry(brownout, 'list', clientEntries.brownouts, {
    about: 'show the brownouts of the plan and what became of them',
    isDefault: true,
    lines: brownoutLines,
  });
  addEntry(brownout, 'stop', clientEntries.stopBrownouts, {
    about: 'stop the brownout under way: the next request is answered again',
    takes: (command) => command.option('--all', 'all that are not over, those to come too', false),
    input: ({ all }) => ({ which: all === true ? 'all' : 'current' }),
  });
  addCommand(brownout, 'try', {
    about: 'show which brownouts would refuse a client, and how many requests by its last seven days',
    takes: (command) => withAdminPlace(command).requiredOption('--client <id>', CALLER),
    run: async (words: TryBrownoutOptions, { environment, terminal }) =>
      (await import('./brownouts.js')).tryBrownouts(words, environment, terminal),
  });
}

/** Adds `lifeboat usage`. */
export const usageCommand = (program: Command): Command =>
  addEntry(program, 'usage', clientEntries.usage, {
    about: 'show who still uses v1, for what, and how ready each client is to move to v2',
    takes: (command) =>
      command
        .option('--since <days>', 'period, today included', parseDays, '30d')
        .option('--client <id>', 'one client with all it uses: a name, a fingerprint, or fingerprint/program')
        .addOption(
          new Option('--format <format>', 'how to print').choices(['text', 'json', 'csv']).default('text'),
        ),
    lines: (page, { format, client }) => usageLines(page, format === 'csv', client !== undefined),
  });
