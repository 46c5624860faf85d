import { Option, type Command } from 'commander';
import { environment } from '../config';
import { terminal } from './terminal';
import { type MappingsPlace, withMappings } from './withMappings';

interface Words extends MappingsPlace {
  readonly format: 'markdown' | 'html';
}

/** Adds `lifeboat guide`. */
export function guideCommand(program: Command): void {
  withMappings(program.command('guide'))
    .description('print the guide for moving from v1 to v2, per operation and field')
    .addOption(
      new Option('--format <format>', 'how to print').choices(['markdown', 'html']).default('markdown'),
    )
    .action(async (folder: string | undefined, { format, mappings = folder }: Words) => {
      const { printDocument } = await import('./printDocument.js');
      process.exitCode = printDocument(format, mappings, terminal(environment()));
    });
}
