import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CheckFormat } from './check';
import type { LearnOptions } from './learnFromPairs';
import type { AdminPlace } from '../operatorClient';
import {
  defineCommand,
  type MappingsPlace,
  parseAddress,
  parseCount,
  parseDays,
  withAdminPlace,
  withMappings,
} from '../command';
import type { ExplainOptions } from '../explain/explainThrough';

/** A fixed seed, so that a broken law is found again by everyone who investigates it. */
const SEED = 20_251_130;

interface CheckWords extends MappingsPlace {
  readonly format: CheckFormat;
  readonly laws?: number;
  readonly seed: number;
  readonly mutants: boolean;
}

/** Adds `lifeboat check`. */
export function checkCommand(program: Command): void {
  withMappings(program.command('check'))
    .description('check the mappings, play their fixtures and print the translation of every field')
    .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
    .addOption(new Option('--json', 'as --format json').implies({ format: 'json' }))
    .option('--laws <runs>', 'try the laws too, with this number of runs a property', parseCount)
    .option('--seed <seed>', 'where the values for the laws come from', parseCount, SEED)
    .option('--mutants', 'make every single mistake in the mappings and see whether it is noticed', false)
    .action(
      defineCommand(async ({ terminal }, folder: string | undefined, words: CheckWords) => {
        const { format, laws: runs, seed, mutants, mappings = folder } = words;
        const { check } = await import('./check.js');
        const laws = runs === undefined ? undefined : { runs, seed };
        return check({ folder: mappings, format, laws, mutants }, terminal);
      }),
    );
}

interface FixtureWords {
  readonly out?: string;
  readonly mappings?: string;
  readonly force: boolean;
  readonly json: boolean;
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
    .option('--json', 'print everything as JSON', false)
    .action(
      defineCommand(async ({ terminal }, operation: string, words: FixtureWords) => {
        const { fixture } = await import('./newFixture.js');
        return fixture({ operation, ...words }, terminal);
      }),
    );
}

/** Adds `lifeboat learn`. */
export function learnCommand(program: Command): void {
  program
    .command('learn')
    .description('propose mapping lines for a resource that has none, from recorded answers of both APIs')
    .argument('<pairs>', 'file with one {"v1": body, "v2": body} of the same thing per line')
    .option('-m, --mappings <folder>', 'folder whose api.yaml says how both APIs write')
    .option('--new <resource>', 'draft the mapping file of a resource, e.g. ticket, with its contracts')
    .option('--type <type>', "v1's name of the resource, e.g. tickets (default: the only one of the pairs)")
    .option('-o, --out <file>', 'the file to write the draft to (default: print it)')
    .option('-f, --force', 'overwrite the file if it exists', false)
    .option('--json', 'print everything as JSON', false)
    .action(
      defineCommand(async ({ terminal }, pairs: string, words: Omit<LearnOptions, 'pairs'>) => {
        const { learn } = await import('./learnFromPairs.js');
        return learn({ ...words, pairs }, terminal);
      }),
    );
}

/** Adds `lifeboat contract import`. */
export function contractCommand(program: Command): void {
  program
    .command('contract')
    .description('make contracts')
    .command('import')
    .description('print the contracts of two OpenAPI documents as mapping files declare them')
    .argument('<v1>', 'OpenAPI 3.0 or 3.1 document of v1, YAML or JSON')
    .argument('<v2>', 'that of v2')
    .option('--json', 'print everything as JSON', false)
    .action(
      defineCommand(async ({ terminal }, v1: string, v2: string, words: { readonly json: boolean }) => {
        const { importContracts } = await import('./importPair.js');
        return importContracts([v1, v2], words, terminal);
      }),
    );
}

/** Adds `lifeboat openapi`. */
export function openapiCommand(program: Command): void {
  withMappings(program.command('openapi'))
    .description('print the v1 operations that the gateway answers as OpenAPI 3.1')
    .option('--json', 'as it is printed anyway', false)
    .action(
      defineCommand(
        async ({ terminal }, folder: string | undefined, { mappings = folder }: MappingsPlace) => {
          const { printDocument } = await import('./printDocument.js');
          return printDocument('openapi', mappings, terminal);
        },
      ),
    );
}

interface Words extends MappingsPlace, AdminPlace {
  readonly format: 'markdown' | 'html' | 'json';
  readonly client?: string;
  readonly since: string;
}

/** Adds `lifeboat guide`. */
export function guideCommand(program: Command): void {
  withAdminPlace(withMappings(program.command('guide')))
    .description('print the guide for moving from v1 to v2, per operation and field')
    .option('--client <id>', 'only what this client of a running gateway uses, and what it has to change')
    .option('--since <days>', 'with --client: the period it was seen in', parseDays, '30d')
    .addOption(
      new Option('--format <format>', 'how to print')
        .choices(['markdown', 'html', 'json'])
        .default('markdown'),
    )
    .addOption(new Option('--json', 'as --format json').implies({ format: 'json' }))
    .action(
      defineCommand(
        async ({ environment, terminal }, folder: string | undefined, words: Words, guide: Command) => {
          const { format, mappings = folder, client } = words;
          if (client === undefined && guide.getOptionValueSource('since') === 'cli')
            return guide.error('error: --since goes with --client');
          const { printClientGuide, printDocument } = await import('./printDocument.js');
          return client === undefined
            ? printDocument(format, mappings, terminal)
            : printClientGuide({ ...words, client }, environment, terminal);
        },
      ),
    );
}

function together(line: string, linesBefore: readonly string[]): readonly string[] {
  if (!/^[\w-]+\s*:/.test(line)) throw new InvalidArgumentError('It is written "Name: value".');
  return [...linesBefore, line];
}

/** Adds `lifeboat explain`. */
export function explainCommand(program: Command): void {
  program
    .command('explain')
    .description('explain one v1 request: its route, the calls to v2, and the source of every field')
    .argument('<request...>', 'a curl command in quotes, or a method and a path')
    .option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)')
    .option('--admin <origin>', 'admin port of the running gateway, which knows the stage', parseAddress)
    .option('--sandbox', 'ask an embedded marketplace instead of the configured upstream', false)
    .option('--live-shapes', 'let the marketplace answer as the live service was seen to', false)
    .option('-b, --body <json or file>', 'the body of the request')
    .option('-H, --header <line>', 'a header, such as "Authorization: Bearer ..."', together, [])
    .option('--key-env <name>', 'environment variable that holds the key of the request')
    .option('--v2 <file>', 'translate this answer of v2 and send nothing')
    .option('--item <number>', 'which item of a list to show', parseCount, 1)
    .option('--send', 'execute a write on the configured upstream', false)
    .option('--json', 'print everything as JSON', false)
    .action(
      defineCommand(async ({ environment, terminal }, words: readonly string[], options: ExplainOptions) => {
        const { explain } = await import('../explain/explainRequest.js');
        return explain(words, options, environment, terminal);
      }),
    );
}
