import { Option, type Command } from 'commander';
import { environment } from '../config';
import { terminal } from './terminal';

/** Adds `lifeboat guide`. */
export function guideCommand(program: Command): void {
  program
    .command('guide')
    .description('print the guide for moving from v1 to v2, per operation and field')
    .argument('[folder]', 'folder of mapping files (default: the shipped ones)')
    .addOption(
      new Option('--format <format>', 'how to print').choices(['markdown', 'html']).default('markdown'),
    )
    .action(async (folder: string | undefined, { format }: { format: 'markdown' | 'html' }) => {
      const { printDocument } = await import('./printDocument.js');
      process.exitCode = printDocument(format, folder, terminal(environment()));
    });
}
