import { Argument, type Command } from 'commander';
import type { AddKeyOptions, KeyTableOptions } from './editKeys';
import type { Shell } from './completion';
import type { SchemaName } from './printSchema';
import { defineCommand } from '../command';
import type { DoctorOptions } from '../doctor/doctor';

interface Printed {
  readonly json: boolean;
}

interface InitWords extends Printed {
  readonly force: boolean;
  readonly from?: readonly string[];
}

/** Adds `lifeboat init`. */
export function initCommand(program: Command): void {
  program
    .command('init')
    .description('write a settings file with every setting explained')
    .argument('[file]', 'the file to write', 'lifeboat.yaml')
    .option('--from <documents...>', 'draft the mappings too, from the OpenAPI documents of v1 and of v2')
    .option('-f, --force', 'overwrite the file if it exists', false)
    .option('--json', 'print what was written as JSON', false)
    .action(
      defineCommand(async ({ terminal }, file: string, { from, ...options }: InitWords) => {
        if (from !== undefined) {
          const { initFrom } = await import('../mappings/importPair.js');
          return initFrom({ file, from, ...options }, terminal);
        }
        const { init } = await import('./settingsFile.js');
        return init({ file, ...options }, terminal);
      }),
    );
}

/** Adds `lifeboat schema`. */
export function schemaCommand(program: Command): void {
  program
    .command('schema')
    .description('print the JSON Schema of a file, for editors and programs')
    .addArgument(
      new Argument('<file>', 'kind of the file').choices(['settings', 'mapping', 'profile', 'plan', 'rules']),
    )
    .option('--json', 'as it is printed anyway', false)
    .action(
      defineCommand(async ({ terminal }, name: SchemaName) => {
        const { printSchema } = await import('./printSchema.js');
        return printSchema(name, terminal);
      }),
    );
}

/** Adds `lifeboat help`. */
export function helpCommand(program: Command): void {
  program
    .command('help')
    .description('print the help of a command, or a page by its topic')
    .argument('[words...]', 'a command such as `stage set`, or a topic')
    .option('--json', 'print the text as JSON', false)
    .action(
      defineCommand(async ({ terminal }, words: readonly string[], { json }: Printed, command: Command) => {
        const { showHelp } = await import('./helpTopic.js');
        return showHelp(command.parent ?? command, words, terminal, json);
      }),
    );
}

/** Adds `lifeboat completion`, and `lifeboat __complete`, which the scripts call. */
export function completionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the script by which a shell completes commands, options, resources and callers')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .option('--json', 'print the script as JSON', false)
    .action(
      defineCommand(async ({ terminal }, shell: Shell, { json }: Printed) => {
        const { completionScript } = await import('./completion.js');
        const script = completionScript(shell);
        terminal.write(json ? JSON.stringify({ shell, script }, null, 2) : script);
        return 0;
      }),
    );
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(
      defineCommand(
        async ({ environment, terminal }, words: readonly string[], _options: unknown, command: Command) => {
          const { completions, liveNames } = await import('./completion.js');
          const names = await liveNames(environment, words);
          for (const line of completions(command.parent ?? command, words, names)) terminal.write(line);
          return 0;
        },
      ),
    );
}

/** Adds `lifeboat config`. */
export function configCommand(program: Command): void {
  program
    .command('config')
    .description('print the effective settings and where each comes from; secrets are masked')
    .option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)')
    .option('--sandbox', 'as `serve --sandbox` would take them', false)
    .option('--json', 'print everything as JSON', false)
    .action(
      defineCommand(
        async ({ environment, terminal }, options: Printed & { config?: string; sandbox: boolean }) => {
          const { printConfig } = await import('./settingsFile.js');
          return printConfig(options, environment, terminal);
        },
      ),
    );
}

const withTable = (command: Command): Command =>
  command
    .option('-c, --config <file>', 'settings file that names the table (default: lifeboat.yaml if it exists)')
    .option('--file <file>', 'the table itself')
    .option('--json', 'print everything as JSON', false);

/** Adds `lifeboat keys add`, `list` and `remove`. */
export function keysCommand(program: Command): void {
  const keys = program
    .command('keys')
    .description('edit the table that turns v1 keys into v2 keys; keys are never shown');

  withTable(keys.command('add'))
    .description(
      'add a v1 key and the v2 key it stands for; asks for them, or reads a line of stdin for each',
    )
    .argument('<name>', 'name of the entry')
    .option('--v2-env <variable>', 'take the v2 key from this environment variable at every start')
    .option(
      '--successor',
      'add the v2 key that follows the present one; both are tried while keys rotate',
      false,
    )
    .action(
      defineCommand(async ({ environment, terminal }, name: string, options: AddKeyOptions) => {
        const { keysAdd } = await import('./editKeys.js');
        const { askSecret } = await import('./askSecret.js');
        return keysAdd(name, options, askSecret(), environment, terminal);
      }),
    );

  withTable(keys.command('list'))
    .description('show the entries and their age; warns of keys older than 90 days')
    .action(
      defineCommand(async ({ environment, terminal }, options: KeyTableOptions) => {
        const { keysList } = await import('./editKeys.js');
        return keysList(options, environment, terminal);
      }),
    );

  withTable(keys.command('remove'))
    .description('remove an entry: the gateway refuses its v1 key as soon as it has reloaded the table')
    .argument('<name>', 'the entry')
    .action(
      defineCommand(async ({ environment, terminal }, name: string, options: KeyTableOptions) => {
        const { keysRemove } = await import('./editKeys.js');
        return keysRemove(name, options, environment, terminal);
      }),
    );
}

/** Adds `lifeboat doctor`. */
export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check settings, keys, store and mappings, and what they rely on at v1 and v2; reads only')
    .option('-c, --config <file>', 'settings file (default: lifeboat.yaml if it exists)')
    .option('--key-env <name>', 'environment variable that holds a key of v2, to look from inside')
    .option('--json', 'print the findings as JSON', false)
    .action(
      defineCommand(async ({ environment, terminal }, options: DoctorOptions) => {
        const { doctor } = await import('../doctor/doctor.js');
        return doctor(options, environment, terminal);
      }),
    );
}
