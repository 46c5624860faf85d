import type { Command } from 'commander';
import { environment } from '../config';
import { terminal } from './terminal';

/** Adds `lifeboat plan check`. */
export function planCommand(program: Command): void {
  program
    .command('plan')
    .description('plans of the cutover')
    .command('check')
    .description('try a plan against what the store of the gateway knows now; nothing is changed')
    .argument('<file>', 'the plan')
    .option('-c, --config <file>', 'settings file of the gateway (default: lifeboat.yaml if it exists)')
    .option('--json', 'print everything as JSON', false)
    .action(async (file: string, options: { readonly config?: string; readonly json: boolean }) => {
      const { planCheck } = await import('./stage/planCheck.js');
      process.exitCode = await planCheck(file, options, environment(), terminal(environment()));
    });
}
