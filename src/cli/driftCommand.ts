import type { Command } from 'commander';
import { environment } from '../config';
import type { DriftOptions } from './drift';
import { terminal } from './terminal';
import { withAdminPlace } from './withAdminPlace';

/** Adds `lifeboat drift`. */
export function driftCommand(program: Command): void {
  withAdminPlace(program.command('drift'))
    .description("show how v2's answers differ from the contract, as the running gateway has seen them")
    .option('--shapes', 'also show every place in the forms it was seen in', false)
    .option('--json', 'print everything as JSON', false)
    .action(async (options: DriftOptions) => {
      const { drift } = await import('./drift.js');
      process.exitCode = await drift(options, environment(), terminal(environment()));
    });
}
