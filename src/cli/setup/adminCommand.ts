import { type Command, Option } from 'commander';
import { type OperatorRole, ROLES } from '../../operator/visitor';
import { openAccessTokens } from '../../runtime/admin/accessTokens';
import { defineCommand, type ExitCode, readSettings, refused } from '../command';
import type { Environment } from '../../config';
import type { Terminal } from '../terminal';
import { columns } from '../terminal';

interface AdminOptions {
  readonly config?: string;
  readonly json: boolean;
}

/** Opens the tokens that the settings name, on this machine; no gateway needs to run. */
function openTokens({ config: file }: AdminOptions, environment: Environment, { colour }: Terminal) {
  const read = readSettings({ file, environment, colour });
  if (!read.ok) return read;
  const faults: string[] = [];
  const { token: setting, tokens } = read.value.admin;
  const opened = openAccessTokens({ setting, file: tokens, complain: (reason) => faults.push(reason) });
  const listed = opened.list();
  return faults.length > 0
    ? ({ ok: false, failure: faults } as const)
    : ({ ok: true, value: { ...opened, listed } } as const);
}

const withPlace = (command: Command): Command =>
  command
    .option('-c, --config <file>', 'settings file of the gateway (default: lifeboat.yaml if it exists)')
    .option('--json', 'print the answer as JSON', false);

type Tokens = Extract<ReturnType<typeof openTokens>, { ok: true }>['value'];

/**
 * Makes the work of a command from its action on the tokens; prints the reasons and returns 1 if they cannot be read.
 */
const work = (
  options: AdminOptions,
  { environment, terminal }: { readonly environment: Environment; readonly terminal: Terminal },
  act: (tokens: Tokens) => ExitCode,
): Promise<ExitCode> => {
  const tokens = openTokens(options, environment, terminal);
  return Promise.resolve(tokens.ok ? act(tokens.value) : refused(tokens.failure, terminal, 1));
};

/** Adds `lifeboat admin add`, `list` and `remove`. */
export function adminCommand(program: Command): void {
  const admin = program
    .command('admin')
    .description('who may look and change at the admin port: named tokens');
  withPlace(admin.command('add'))
    .description('make a token and print it, this once; the gateway takes it at once')
    .argument('<name>', 'whose it is; the name stands in the log')
    .addOption(
      new Option('--role <role>', 'viewer looks, operator changes, admin also changes tokens')
        .choices(ROLES)
        .default('operator'),
    )
    .action(
      defineCommand(async (around, name: string, options: AdminOptions & { readonly role: OperatorRole }) =>
        work(options, around, ({ add }) => {
          const { write, complain } = around.terminal;
          const token = add(name, options.role);
          if (!token.ok) return refused([token.failure], around.terminal, 1);
          if (!options.json) complain(`token of ${name} (${options.role}), shown this once:`);
          write(
            options.json ? JSON.stringify({ name, role: options.role, token: token.value }) : token.value,
          );
          return 0;
        }),
      ),
    );
  withPlace(admin.command('list', { isDefault: true }))
    .description('show whose tokens are in force, and their roles')
    .action(
      defineCommand(async (around, options: AdminOptions) =>
        work(options, around, ({ listed }) => {
          const { write } = around.terminal;
          if (options.json) write(JSON.stringify(listed, null, 2));
          else if (listed.length === 0) write('there is no token: nothing can be changed at the admin port');
          else for (const line of columns(listed.map(({ name, role }) => [name, role]))) write(line);
          return 0;
        }),
      ),
    );
  withPlace(admin.command('remove'))
    .description('remove a token; its sessions end')
    .argument('<name>', 'as `lifeboat admin list` shows it')
    .action(
      defineCommand(async (around, name: string, options: AdminOptions) =>
        work(options, around, ({ remove }) => {
          const removed = remove(name);
          if (!removed.ok) return refused([removed.failure], around.terminal, 1);
          around.terminal.write(
            options.json ? JSON.stringify({ removed: name }) : `removed the token of ${name}`,
          );
          return 0;
        }),
      ),
    );
}
