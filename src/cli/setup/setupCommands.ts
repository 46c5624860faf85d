import { Argument, type Command, Option } from 'commander';
import type { Shell } from './completion';
import {
  addCommand,
  CommandEnd,
  valueOrEnd,
  readSettings,
  type Surroundings,
  addConfigOption,
} from '../command';
import type { InitFrom } from '../mappings/importPair';
import { print, renderTable } from '../terminal';
import { type OperatorRole, ROLES } from '../../operator/operatorParts';
import { openAccessTokens } from '../../runtime/admin/accessTokens';
import { resolve } from 'node:path';
import type { Environment } from '../../config';
import { isServerUrl, readServerUrl } from '../../config/storePlace';

export const initCommand = (program: Command): Command =>
  addCommand(program, 'init', {
    about: 'write a settings file with every setting explained',
    takes: (command) =>
      command
        .argument('[file]', 'the file to write', 'lifeboat.yaml')
        .option('--from <documents...>', 'draft the mappings too, from the OpenAPI documents of v1 and of v2')
        .option('-f, --force', 'overwrite the file if it exists', false),
    run: async ({ from, ...words }: Omit<InitFrom, 'from'> & Partial<InitFrom>, { terminal }) => {
      if (from === undefined) return (await import('./settingsFile.js')).writeSettings(words, terminal);
      return (await import('../mappings/importPair.js')).initFromPair({ ...words, from }, terminal);
    },
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
      const { listCompletions: completions, readLiveNames: liveNames } = await import('./completion.js');
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
      addConfigOption(command).option('--sandbox', 'as `serve --sandbox` would take them', false),
    load: async () => (await import('./settingsFile.js')).printConfig,
  });

const addTableOption = (command: Command): Command =>
  addConfigOption(command).option('--file <file>', 'the table itself');

export function keysCommand(program: Command): void {
  const keys = program
    .command('keys')
    .description('edit the table that turns v1 keys into v2 keys; keys are never shown');
  addCommand(keys, 'add', {
    about: 'add a v1 key and the v2 key it stands for; asks for them, or reads a line of stdin for each',
    takes: (command) =>
      addTableOption(command)
        .argument('<name>', 'name of the entry')
        .option('--v2-env <variable>', 'take the v2 key from this environment variable at every start')
        .option(
          '--successor',
          'add the v2 key that follows the present one; both are tried while keys rotate',
          false,
        ),
    load: async () => (await import('./editKeys.js')).addKeyEntry,
  });
  addCommand(keys, 'list', {
    about: 'show the entries and their age; warns of keys older than 90 days',
    takes: addTableOption,
    load: async () => (await import('./editKeys.js')).printKeys,
  });
  addCommand(keys, 'remove', {
    about: 'remove an entry: the gateway refuses its v1 key as soon as it has reloaded the table',
    takes: (command) => addTableOption(command).argument('<name>', 'the entry'),
    load: async () => (await import('./editKeys.js')).removeKeyEntry,
  });
}

export const doctorCommand = (program: Command): Command =>
  addCommand(program, 'doctor', {
    about: 'check settings, keys, store and mappings, and what they rely on at v1 and v2; reads only',
    takes: (command) =>
      addConfigOption(command).option(
        '--key-env <name>',
        'environment variable that holds a key of v2, to look from inside',
      ),
    load: async () => (await import('../doctor/doctor.js')).doctor,
  });

interface NamedToken {
  readonly name: string;
  readonly config?: string;
  readonly json: boolean;
}

/** Opens the tokens that the settings name, on this machine. No gateway needs to run. */
function openTokens(
  { config: file }: Pick<NamedToken, 'config'>,
  { environment, terminal: { colour } }: Surroundings,
) {
  const faults: string[] = [];
  const { token: setting, tokens } = valueOrEnd(readSettings({ file, environment, colour })).admin;
  const opened = openAccessTokens({ setting, file: tokens, complain: (reason) => faults.push(reason) });
  const listed = opened.list();
  if (faults.length > 0) throw new CommandEnd(faults, 1);
  return { ...opened, listed };
}

export function adminCommand(program: Command): void {
  const admin = program
    .command('admin')
    .description('who may look and change at the admin port: named tokens');
  addCommand(admin, 'add', {
    about: 'make a token and print it, this once; the gateway takes it at once',
    takes: (command) =>
      addConfigOption(command)
        .argument('<name>', 'whose it is; the name stands in the log')
        .addOption(
          new Option('--role <role>', 'viewer looks, operator changes, admin also changes tokens')
            .choices(ROLES)
            .default('operator'),
        ),
    run: (words: NamedToken & { readonly role: OperatorRole }, around) => {
      const { name, role, json } = words;
      const token = valueOrEnd(openTokens(words, around).add(name, role));
      if (!json) around.terminal.complain(`token of ${name} (${role}), shown this once:`);
      print({ name, role, token }, [token], json, around.terminal);
      return 0;
    },
  });
  addCommand(admin, 'list', {
    about: 'show whose tokens are in force, and their roles',
    isDefault: true,
    takes: addConfigOption,
    run: (words: Omit<NamedToken, 'name'>, around) => {
      const { listed } = openTokens(words, around);
      const none = ['there is no token: nothing can be changed at the admin port'];
      print(listed, renderTable(listed, ['name', 'role'], none), words.json, around.terminal);
      return 0;
    },
  });
  addCommand(admin, 'remove', {
    about: 'remove a token; its sessions end',
    takes: (command) => addConfigOption(command).argument('<name>', 'as `lifeboat admin list` shows it'),
    run: (words: NamedToken, around) => {
      const { name, json } = words;
      valueOrEnd(openTokens(words, around).remove(name));
      print({ removed: name }, [`removed the token of ${name}`], json, around.terminal);
      return 0;
    },
  });
}

/** Returns the store that the command line names. `env:NAME` keeps an address with a password off the command line. */
function readStorePlace(word: string, environment: Environment) {
  const namesVariable = word.startsWith('env:');
  const text = namesVariable ? environment[word.slice('env:'.length)] : word;
  const server = text !== undefined && isServerUrl(text) ? readServerUrl(text) : undefined;
  if (server !== undefined) return { at: server, name: server.shown };
  if (text !== undefined && text !== '' && !isServerUrl(text)) return { at: resolve(text), name: text };
  const reason = 'this is no file, no postgres:// address and no variable that is set';
  throw new CommandEnd([`${word}: ${reason}`], 2);
}

export function storeCommand(program: Command): void {
  const store = program.command('store').description('copy what a gateway keeps to another place');
  addCommand(store, 'copy', {
    about:
      'copy a store, a file or a PostgreSQL database, into an empty one; write env:NAME for an address with a password',
    takes: (command) => command.argument('<from>').argument('<to>'),
    run: async (
      words: { readonly from: string; readonly to: string; readonly json: boolean },
      { environment, terminal },
    ) => {
      const [from, to] = [readStorePlace(words.from, environment), readStorePlace(words.to, environment)];
      const { copyStore } = await import('../../store/copyStore.js');
      const { rows, events } = await copyStore(from, to, Date.now()).catch((error: unknown) => {
        throw new CommandEnd([error instanceof Error ? error.message : String(error)], 1);
      });
      const lines = [
        ...Object.entries(rows).flatMap(([table, count]) => (count > 0 ? [`${count} ${table}`] : [])),
        `copied from ${from.name} to ${to.name}; the log of stages is whole, up to line ${events}`,
      ];
      print({ from: from.name, to: to.name, rows, events }, lines, words.json, terminal);
      return 0;
    },
  });
}
