import type { Command } from 'commander';
import { environment } from '../config';
import type { IndexOptions } from './indexStates';
import { terminal } from './terminal';
import { withAdminPlace } from './withAdminPlace';

const ENDS = `
Ends with 0 when they are complete or being read, 1 when one is neither (the log of the gateway says why), when there is
no key to read with, or when the gateway cannot be asked.`;

async function run(options: IndexOptions): Promise<void> {
  const { indexStates } = await import('./indexStates.js');
  process.exitCode = await indexStates(options, environment(), terminal(environment()));
}

/** Adds `lifeboat index` and `lifeboat index warm`. */
export function indexCommand(program: Command): void {
  const index = program
    .command('index')
    .description('the indexes of logins of a running gateway, for the keys of its exchange table')
    .addHelpText('after', ENDS);
  type Given = Omit<IndexOptions, 'warm' | 'wait'>;
  withAdminPlace(index.command('show', { isDefault: true }))
    .description('show how far they are')
    .option('--json', 'print everything as JSON', false)
    .action((options: Given) => run({ ...options, warm: false, wait: false }));
  withAdminPlace(index.command('warm'))
    .description('fill them before clients come')
    .option('--no-wait', 'do not wait until they are complete')
    .option('--json', 'print everything as JSON', false)
    .addHelpText('after', ENDS)
    .action((options: Given & { readonly wait: boolean }) => run({ ...options, warm: true }));
}
