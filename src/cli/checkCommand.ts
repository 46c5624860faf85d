import { Option, type Command } from 'commander';
import { environment } from '../config';
import type { CheckFormat } from './check';
import { parseCount } from './parseCount';
import { terminal } from './terminal';
import { type MappingsPlace, withMappings } from './withMappings';

/** Any number does; always the same, so that a broken law is found again by whoever looks into it. */
const SEED = 20_251_130;

interface Words extends MappingsPlace {
  readonly format: CheckFormat;
  readonly laws?: number;
  readonly seed: number;
  readonly mutants: boolean;
}

/** Adds `lifeboat check`. */
export function checkCommand(program: Command): void {
  withMappings(program.command('check'))
    .description('check the mappings, play their fixtures and print what becomes of every field')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addOption(new Option('--json', 'as --format json').implies({ format: 'json' }))
    .option('--laws <runs>', 'try the laws too, each property so many times', parseCount)
    .option('--seed <seed>', 'where the values for the laws come from', parseCount, SEED)
    .option('--mutants', 'make every single mistake in the mappings and see whether it is noticed', false)
    .action(async (folder: string | undefined, words: Words) => {
      const { format, laws: runs, seed, mutants, mappings = folder } = words;
      const { check } = await import('./check.js');
      const laws = runs === undefined ? undefined : { runs, seed };
      process.exitCode = await check({ folder: mappings, format, laws, mutants }, terminal(environment()));
    });
}
