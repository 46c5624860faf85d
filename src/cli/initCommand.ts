import type { Command } from 'commander';
import { environment } from '../config';
import { terminal } from './terminal';

/** Adds `lifeboat init`. */
export function initCommand(program: Command): void {
  program
    .command('init')
    .description('write a settings file with every setting explained')
    .argument('[file]', 'the file to write', 'lifeboat.yaml')
    .option('-f, --force', 'overwrite the file if it exists', false)
    .action(async (file: string, { force }: { force: boolean }) => {
      const { init } = await import('./init.js');
      process.exitCode = init({ file, force }, terminal(environment()));
    });
}
