import type { Command } from 'commander';
import { environment } from '../config';
import { terminal } from './terminal';

/** Adds `lifeboat config`. */
export function configCommand(program: Command): void {
  program
    .command('config')
    .description('print the effective settings and where each comes from; secrets are masked')
    .option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)')
    .option('--sandbox', 'as `serve --sandbox` would take them', false)
    .option('--json', 'print everything as JSON', false)
    .action(async (options: { config?: string; sandbox: boolean; json: boolean }) => {
      const { printConfig } = await import('./printConfig.js');
      process.exitCode = printConfig(options, environment(), terminal(environment()));
    });
}
