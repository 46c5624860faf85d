import { Option, type Command } from 'commander';
import { environment } from '../config';
import type { CheckFormat } from './check';
import { terminal } from './terminal';

/** Adds `lifeboat check`. */
export function checkCommand(program: Command): void {
  program
    .command('check')
    .description('check the mappings, play their fixtures and print what becomes of every field')
    .argument('[folder]', 'folder of mapping files (default: the one that comes with Lifeboat)')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .action(async (folder: string | undefined, { format }: { format: CheckFormat }) => {
      const { check } = await import('./check.js');
      process.exitCode = await check({ folder, format }, terminal(environment()));
    });
}
