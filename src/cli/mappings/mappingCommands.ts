import { type Command, InvalidArgumentError, Option } from 'commander';
import { usualTrial } from '../../proof/laws/usualTrial';
import type { GuideOptions, MappingsPlace } from './printDocument';
import { addCommand, parseAddress, parseCount, addAdminOptions, addConfigOption } from '../command';

const addMappingsOption = (
  command: Command,
  what = 'folder of mapping files (default: the shipped ones)',
): Command => command.option('-m, --mappings <folder>', what);

export const checkCommand = (program: Command): Command =>
  addCommand(program, 'check', {
    about: 'check the mappings, play their fixtures and print the translation of every field',
    takes: (command) =>
      addMappingsOption(command)
        .addOption(new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text'))
        .option(
          '--laws <runs>',
          'try the laws with this number of runs a property (default: 20, none for the shipped mappings)',
          parseCount,
        )
        .option('--seed <seed>', 'where the values for the laws come from', parseCount, usualTrial.seed)
        .option(
          '--mutants',
          'make every single mistake in the mappings and see whether it is noticed',
          false,
        ),
    load: async () => (await import('./check.js')).check,
  });

export const fixtureCommand = (program: Command): Command =>
  addCommand(program.command('fixture').description('make fixtures'), 'new', {
    about: 'print a fixture file that takes every branch of an operation, for you to check',
    takes: (command) =>
      addMappingsOption(command.argument('<operation>', 'name of the operation in its mapping file')),
    load: async () => (await import('./printDocument.js')).printFixture,
  });

export const learnCommand = (program: Command): Command =>
  addCommand(program, 'learn', {
    about: 'propose mapping lines for a resource that has none, from recorded answers of both APIs',
    takes: (command) =>
      addMappingsOption(
        command.argument('<pairs>', 'file with one {"v1": body, "v2": body} of the same thing per line'),
        'folder whose api.yaml says how both APIs write',
      )
        .option('--new <resource>', 'draft the mapping file of a resource, e.g. ticket, with its contracts')
        .option(
          '--type <type>',
          "v1's name of the resource, e.g. tickets (default: the only one of the pairs)",
        ),
    load: async () => (await import('./learnFromPairs.js')).printLearnedLines,
  });

export const contractCommand = (program: Command): Command =>
  addCommand(program.command('contract').description('make contracts'), 'import', {
    about: 'print the contracts of two OpenAPI documents as mapping files declare them',
    takes: (command) =>
      command
        .argument('<v1>', 'OpenAPI 3.0 or 3.1 document of v1, YAML or JSON')
        .argument('<v2>', 'that of v2'),
    load: async () => (await import('./importPair.js')).importContracts,
  });

export const openapiCommand = (program: Command): Command =>
  addCommand(program, 'openapi', {
    about: 'print the v1 operations that the gateway answers as OpenAPI 3.1',
    takes: (command) => addMappingsOption(command).option('--json', 'as it is printed anyway', false),
    run: async ({ mappings }: MappingsPlace, { terminal }) =>
      (await import('./printDocument.js')).printDocument('openapi', mappings, terminal),
  });

export const guideCommand = (program: Command): Command =>
  addCommand(program, 'guide', {
    about: 'print the guide for moving from v1 to v2, per operation and field',
    takes: (command) =>
      addAdminOptions(addMappingsOption(command))
        .option('--client <id>', 'only what this client of a running gateway uses, and what it has to change')
        .option('--since <days>', 'with --client: the period it was seen in (default: 30d)')
        .addOption(
          new Option('--format <format>', 'how to print')
            .choices(['markdown', 'html', 'json'])
            .default('markdown'),
        ),
    run: async (words: GuideOptions, around, command) => {
      const { format, mappings, client, since } = words;
      const { printClientGuide, printDocument } = await import('./printDocument.js');
      if (client !== undefined) return printClientGuide({ ...words, client }, around);
      if (since !== undefined) return command.error('error: --since goes with --client');
      return printDocument(format, mappings, around.terminal);
    },
  });

function joinLines(line: string, linesBefore: readonly string[]): readonly string[] {
  if (!/^[\w-]+\s*:/.test(line)) throw new InvalidArgumentError('It is written "Name: value".');
  return [...linesBefore, line];
}

export const explainCommand = (program: Command): Command =>
  addCommand(program, 'explain', {
    about: 'explain one v1 request: its route, the calls to v2, and the source of every field',
    takes: (command) =>
      addConfigOption(command)
        .argument('<request...>', 'a curl command in quotes, or a method and a path')
        .option('--admin <origin>', 'admin port of the running gateway, which knows the stage', parseAddress)
        .option('--sandbox', 'ask an embedded marketplace instead of the configured upstream', false)
        .option('--live-shapes', 'let the marketplace answer as the live service was seen to', false)
        .option('-b, --body <json or file>', 'the body of the request')
        .option('-H, --header <line>', 'a header, such as "Authorization: Bearer ..."', joinLines, [])
        .option('--key-env <name>', 'environment variable that holds the key of the request')
        .option('--v2 <file>', 'translate this answer of v2 and send nothing')
        .option('--item <number>', 'which item of a list to show', parseCount, 1)
        .option('--send', 'execute a write on the configured upstream', false),
    load: async () => (await import('../explain/explainRequest.js')).explain,
  });
