import type { Command } from 'commander';
import { environment } from '../config';
import { terminal } from './terminal';
import { type MappingsPlace, withMappings } from './withMappings';

/** Adds `lifeboat openapi`. */
export function openapiCommand(program: Command): void {
  withMappings(program.command('openapi'))
    .description('print the v1 operations that the gateway answers as OpenAPI 3.1')
    .action(async (folder: string | undefined, { mappings = folder }: MappingsPlace) => {
      const { printDocument } = await import('./printDocument.js');
      process.exitCode = printDocument('openapi', mappings, terminal(environment()));
    });
}
