import type { Command } from 'commander';
import type { z } from 'zod';
import { callerText } from '../../cutover/callerNames';
import { clientEntries } from '../../operator/clientEntries';
import { CommandEnd, parseInstantText } from '../command';
import { addEntry, CALLER } from '../entryCommand';
import { columns } from '../terminal';

type Clients = z.output<(typeof clientEntries)['list']['output']>;

/** Renders the clients; those of one resource with the side that answers each, and why. */
export function clientLines(clients: Clients, ofResource: boolean): readonly string[] {
  if (clients.length === 0) return ['no caller was seen in the last 14 days'];
  if (ofResource)
    return columns([
      ['caller', 'side', 'asked v1', 'asked v2', 'latest', 'why'],
      ...clients.flatMap(({ seen }) =>
        seen.map(({ caller, name, side, why, v1, v2, latest: latestText }) => [
          ...[callerText(caller, name), side, String(v1), String(v2), latestText ?? 'never seen', why],
        ]),
      ),
    ]);
  const rows = clients.map(({ caller, name, requests, latest: latestText, resources }) => [
    ...[caller, name ?? '', String(requests), latestText ?? 'never seen', resources.join(', ')],
  ]);
  return columns([['fingerprint', 'name', 'requests', 'latest', 'resources'], ...rows]);
}

export function clientCommand(program: Command): void {
  const client = program.command('client').description('the callers of a running gateway, and their labels');
  addEntry(client, 'list', clientEntries.list, {
    about: 'show every caller seen in 14 days: fingerprint of its key, name, requests, resources',
    takes: (command) =>
      command.option('--resource <name>', 'only of this one, with the side of each caller and the reason'),
    lines: (clients, { resource }) => clientLines(clients, resource !== undefined),
  });
  addEntry(client, 'extend', clientEntries.extend, {
    takes: (command) =>
      command
        .argument('<caller>', CALLER)
        .option('--until <instant>', 'when it is as for everybody', parseInstantText),
  });
  addEntry(client, 'gone', clientEntries.gone, {
    takes: (command) => command.argument('<caller>', CALLER).option('--undo', 'take it back', false),
  });
  addEntry(client, 'label', clientEntries.label, {
    about: 'give a caller a name, which stands wherever it is shown: never a key or a login',
    takes: (command) =>
      command
        .argument('<caller>', 'its fingerprint, the beginning of one (from 4 digits), or its present name')
        .argument('[name]', 'up to 40 letters, digits and any of . _ -')
        .option('--remove', 'take the name', false),
    input: ({ name, remove }) => {
      if ((name === undefined) === remove) return {};
      throw new CommandEnd(['either a name or --remove is needed'], 2);
    },
  });
}
