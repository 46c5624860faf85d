import type { Command } from 'commander';
import { environment } from '../config';
import { terminal } from './terminal';

/** Adds `lifeboat types`. */
export function typesCommand(program: Command): void {
  program
    .command('types')
    .description('print TypeScript declarations of every request and answer, v1 and v2 (a .d.ts file)')
    .argument('[folder]', 'folder of mapping files (default: the shipped ones)')
    .action(async (folder: string | undefined) => {
      const { printDocument } = await import('./printDocument.js');
      process.exitCode = printDocument('types', folder, terminal(environment()));
    });
}
