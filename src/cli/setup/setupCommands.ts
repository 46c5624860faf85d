import type { Command } from 'commander';
import type { AddKeyOptions, KeyTableOptions } from './editKeys';
import { defineCommand } from '../command';

/** Adds `lifeboat init`. */
export function initCommand(program: Command): void {
  program
    .command('init')
    .description('write a settings file with every setting explained')
    .argument('[file]', 'the file to write', 'lifeboat.yaml')
    .option('-f, --force', 'overwrite the file if it exists', false)
    .action(
      defineCommand(async ({ terminal }, file: string, { force }: { force: boolean }) => {
        const { init } = await import('./settingsFile.js');
        return init({ file, force }, terminal);
      }),
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
        async ({ environment, terminal }, options: { config?: string; sandbox: boolean; json: boolean }) => {
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
    .argument('<name>', 'what to call the entry')
    .option('--v2-env <variable>', 'take the v2 key from this environment variable at every start')
    .option(
      '--successor',
      'add the v2 key that follows the present one; both are tried while keys rotate',
      false,
    )
    .action(
      defineCommand(async ({ environment, terminal }, name: string, options: AddKeyOptions) => {
        const { keysAdd } = await import('./editKeys.js');
        const { askSecret } = await import('../askSecret.js');
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
    .description('remove an entry: its v1 key is refused as soon as the gateway has taken the table over')
    .argument('<name>', 'the entry')
    .action(
      defineCommand(async ({ environment, terminal }, name: string, options: KeyTableOptions) => {
        const { keysRemove } = await import('./editKeys.js');
        return keysRemove(name, options, environment, terminal);
      }),
    );
}
