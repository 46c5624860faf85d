import type { Command } from 'commander';
import { environment } from '../config';
import { terminal } from './terminal';

interface Words {
  readonly out?: string;
  readonly mappings?: string;
  readonly force: boolean;
}

/** Adds `lifeboat fixture new`. */
export function fixtureCommand(program: Command): void {
  program
    .command('fixture')
    .description('make fixtures')
    .command('new')
    .description('write a fixture file that takes every branch of an operation, for you to check')
    .argument('<operation>', 'name of the operation in its mapping file')
    .option('-o, --out <file>', 'the file to write (default: print it)')
    .option('-m, --mappings <folder>', 'folder of mapping files (default: the shipped ones)')
    .option('-f, --force', 'overwrite the file if it exists', false)
    .action(async (operation: string, words: Words) => {
      const { fixture } = await import('./fixture.js');
      process.exitCode = await fixture({ operation, ...words }, terminal(environment()));
    });
}
