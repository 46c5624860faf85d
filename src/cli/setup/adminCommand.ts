import { type Command, Option } from 'commander';
import { type OperatorRole, ROLES } from '../../operator/operatorParts';
import { openAccessTokens } from '../../runtime/admin/accessTokens';
import { addCommand, CommandEnd, need, readSettings, type Surroundings, withConfig } from '../command';
import { columns, print } from '../terminal';

interface AdminOptions {
  readonly config?: string;
  readonly json: boolean;
}

interface NamedToken extends AdminOptions {
  readonly name: string;
}

/** Opens the tokens that the settings name, on this machine; no gateway needs to run. */
function openTokens({ config: file }: AdminOptions, { environment, terminal: { colour } }: Surroundings) {
  const faults: string[] = [];
  const { token: setting, tokens } = need(readSettings({ file, environment, colour })).admin;
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
      withConfig(command)
        .argument('<name>', 'whose it is; the name stands in the log')
        .addOption(
          new Option('--role <role>', 'viewer looks, operator changes, admin also changes tokens')
            .choices(ROLES)
            .default('operator'),
        ),
    run: (words: NamedToken & { readonly role: OperatorRole }, around) => {
      const { name, role, json } = words;
      const token = need(openTokens(words, around).add(name, role));
      if (!json) around.terminal.complain(`token of ${name} (${role}), shown this once:`);
      print({ name, role, token }, [token], json, around.terminal);
      return 0;
    },
  });
  addCommand(admin, 'list', {
    about: 'show whose tokens are in force, and their roles',
    isDefault: true,
    takes: withConfig,
    run: (words: AdminOptions, around) => {
      const { listed } = openTokens(words, around);
      const none = ['there is no token: nothing can be changed at the admin port'];
      const lines = listed.length === 0 ? none : columns(listed.map(({ name, role }) => [name, role]));
      print(listed, lines, words.json, around.terminal);
      return 0;
    },
  });
  addCommand(admin, 'remove', {
    about: 'remove a token; its sessions end',
    takes: (command) => withConfig(command).argument('<name>', 'as `lifeboat admin list` shows it'),
    run: (words: NamedToken, around) => {
      const { name, json } = words;
      need(openTokens(words, around).remove(name));
      print({ removed: name }, [`removed the token of ${name}`], json, around.terminal);
      return 0;
    },
  });
}
