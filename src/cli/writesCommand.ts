import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { environment } from '../config';
import type { ClosingOptions } from './stage/closeWrite';
import { terminal } from './terminal';
import { withAdminPlace } from './withAdminPlace';

/** Adds `lifeboat writes` and `lifeboat writes close`. */
export function writesCommand(program: Command): void {
  const writes = program
    .command('writes')
    .description('writes of which nobody knows whether they were executed');
  withAdminPlace(writes.command('list', { isDefault: true }))
    .description('show the list, and what reading back has found')
    .option('--all', 'also those that were closed', false)
    .option('--json', 'print everything as JSON', false)
    .action(async (options: { readonly all: boolean; readonly json: boolean }) => {
      const { showStages } = await import('./stage/showStages.js');
      process.exitCode = await showStages('writes', options, environment(), terminal(environment()));
    });
  withAdminPlace(writes.command('close'))
    .description('take a write off the list: someone has looked')
    .argument('<id>', 'id of the request')
    .requiredOption('--note <text>', 'what was found, or done')
    .option('--actor <name>', 'who', userInfo().username)
    .option('--json', 'print the answer as JSON', false)
    .action(async (id: string, options: ClosingOptions) => {
      const { closeWrite } = await import('./stage/closeWrite.js');
      process.exitCode = await closeWrite(id, options, environment(), terminal(environment()));
    });
}
