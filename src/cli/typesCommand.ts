import type { Command } from 'commander';
import { environment } from '../config';
import { terminal } from './terminal';
import { type MappingsPlace, withMappings } from './withMappings';

/** Adds `lifeboat types`. */
export function typesCommand(program: Command): void {
  withMappings(program.command('types'))
    .description('print TypeScript declarations of every request and answer, v1 and v2 (a .d.ts file)')
    .action(async (folder: string | undefined, { mappings = folder }: MappingsPlace) => {
      const { printDocument } = await import('./printDocument.js');
      process.exitCode = printDocument('types', mappings, terminal(environment()));
    });
}
