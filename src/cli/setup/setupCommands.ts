import { Argument, type Command } from 'commander';
import type { Shell } from './completion';
import { addCommand, withConfig } from '../command';
import type { InitFrom } from '../mappings/importPair';
import { print } from '../terminal';

export const initCommand = (program: Command): Command =>
  addCommand(program, 'init', {
    about: 'write a settings file with every setting explained',
    takes: (command) =>
      command
        .argument('[file]', 'the file to write', 'lifeboat.yaml')
        .option('--from <documents...>', 'draft the mappings too, from the OpenAPI documents of v1 and of v2')
        .option('-f, --force', 'overwrite the file if it exists', false),
    run: async ({ from, ...words }: Omit<InitFrom, 'from'> & Partial<InitFrom>, { terminal }) =>
      from === undefined
        ? (await import('./settingsFile.js')).init(words, terminal)
        : (await import('../mappings/importPair.js')).initFrom({ ...words, from }, terminal),
  });

export const schemaCommand = (program: Command): Command =>
  addCommand(program, 'schema', {
    about: 'print the JSON Schema of a file, for editors and programs',
    takes: (command) =>
      command
        .addArgument(
          new Argument('<file>', 'kind of the file').choices([
            'settings',
            'mapping',
            'profile',
            'plan',
            'rules',
          ]),
        )
        .option('--json', 'as it is printed anyway', false),
    load: async () => (await import('./settingsFile.js')).printSchema,
  });

export const helpCommand = (program: Command): Command =>
  addCommand(program, 'help', {
    about: 'print the help of a command, or a page by its topic',
    takes: (command) => command.argument('[words...]', 'a command such as `stage set`, or a topic'),
    run: async (
      { words, json }: { readonly words: readonly string[]; readonly json: boolean },
      { terminal },
    ) => (await import('./helpTopic.js')).showHelp(program, words, terminal, json),
  });

export function completionCommand(program: Command): void {
  addCommand(program, 'completion', {
    about: 'print the script by which a shell completes commands, options, resources and callers',
    takes: (command) =>
      command.addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish'])),
    run: async ({ shell, json }: { readonly shell: Shell; readonly json: boolean }, { terminal }) => {
      const script = (await import('./completion.js')).completionScript(shell);
      print({ shell, script }, [script], json, terminal);
      return 0;
    },
  });
  addCommand(program, '__complete', {
    about: '',
    isHidden: true,
    takes: (command) => command.argument('[words...]').allowUnknownOption(),
    run: async ({ words }: { readonly words: readonly string[] }, { environment, terminal }) => {
      const { completions, liveNames } = await import('./completion.js');
      const names = await liveNames(environment, words);
      for (const line of completions(program, words, names)) terminal.write(line);
      return 0;
    },
  });
}

export const configCommand = (program: Command): Command =>
  addCommand(program, 'config', {
    about: 'print the effective settings and where each comes from; secrets are masked',
    takes: (command) =>
      withConfig(command).option('--sandbox', 'as `serve --sandbox` would take them', false),
    load: async () => (await import('./settingsFile.js')).printConfig,
  });

const withTable = (command: Command): Command =>
  withConfig(command).option('--file <file>', 'the table itself');

export function keysCommand(program: Command): void {
  const keys = program
    .command('keys')
    .description('edit the table that turns v1 keys into v2 keys; keys are never shown');
  addCommand(keys, 'add', {
    about: 'add a v1 key and the v2 key it stands for; asks for them, or reads a line of stdin for each',
    takes: (command) =>
      withTable(command)
        .argument('<name>', 'name of the entry')
        .option('--v2-env <variable>', 'take the v2 key from this environment variable at every start')
        .option(
          '--successor',
          'add the v2 key that follows the present one; both are tried while keys rotate',
          false,
        ),
    load: async () => (await import('./editKeys.js')).keysAdd,
  });
  addCommand(keys, 'list', {
    about: 'show the entries and their age; warns of keys older than 90 days',
    takes: withTable,
    load: async () => (await import('./editKeys.js')).keysList,
  });
  addCommand(keys, 'remove', {
    about: 'remove an entry: the gateway refuses its v1 key as soon as it has reloaded the table',
    takes: (command) => withTable(command).argument('<name>', 'the entry'),
    load: async () => (await import('./editKeys.js')).keysRemove,
  });
}

export const doctorCommand = (program: Command): Command =>
  addCommand(program, 'doctor', {
    about: 'check settings, keys, store and mappings, and what they rely on at v1 and v2; reads only',
    takes: (command) =>
      withConfig(command).option(
        '--key-env <name>',
        'environment variable that holds a key of v2, to look from inside',
      ),
    load: async () => (await import('../doctor/doctor.js')).doctor,
  });
