import type { Command } from 'commander';
import { environment } from '../config';
import { terminal } from './terminal';

/** Adds `lifeboat openapi`. */
export function openapiCommand(program: Command): void {
  program
    .command('openapi')
    .description('print the v1 operations that the gateway answers as OpenAPI 3.1')
    .argument('[folder]', 'folder of mapping files (default: the shipped ones)')
    .action(async (folder: string | undefined) => {
      const { printDocument } = await import('./printDocument.js');
      process.exitCode = printDocument('openapi', folder, terminal(environment()));
    });
}
