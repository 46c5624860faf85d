import type { Command } from 'commander';
import type { z } from 'zod';
import { callerText } from '../../cutover/callerNames';
import { clientEntries } from '../../operator/clientEntries';
import { stageViews } from '../../operator/stageViews';
import { CommandEnd, parseInstantText } from '../command';
import { addEntry } from '../entryCommand';
import { columns } from '../terminal';

/** Forms in which a command takes a caller. */
export const CALLER = 'its name, the fingerprint of its key, or the beginning of one';

const NOBODY = ['no caller was seen in the last 14 days'];

/** Renders the callers of a resource. */
export function whoLines(callers: z.output<(typeof stageViews)['callers']['output']>): readonly string[] {
  if (callers.length === 0) return NOBODY;
  const rows = callers.map(({ caller, name, side, why, v1, v2, latest: latestText }) => [
    ...[callerText(caller, name), side, String(v1), String(v2), latestText ?? 'never seen', why],
  ]);
  return columns([['caller', 'side', 'asked v1', 'asked v2', 'latest', 'why'], ...rows]);
}

/** Renders the callers of all resources. */
export function clientLines(clients: z.output<(typeof clientEntries)['list']['output']>): readonly string[] {
  if (clients.length === 0) return NOBODY;
  const rows = clients.map(({ caller, name, requests, latest: latestText, resources }) => [
    ...[caller, name ?? '', String(requests), latestText ?? 'never seen', resources.join(', ')],
  ]);
  return columns([['fingerprint', 'name', 'requests', 'latest', 'resources'], ...rows]);
}

/** Adds `lifeboat stage who`. */
export const addWho = (stage: Command): Command =>
  addEntry(stage, 'who', stageViews.callers, {
    about: 'show the callers seen at a resource: the side of each with the reason, and its requests',
    takes: (command) => command.argument('<resource>', 'as `lifeboat stage list` names it'),
    lines: whoLines,
  });

/** Adds `lifeboat client list`, `label`, `extend` and `gone`. */
export function clientCommand(program: Command): void {
  const client = program.command('client').description('the callers of a running gateway, and their labels');
  addEntry(client, 'list', clientEntries.list, {
    about: 'show every caller seen in 14 days: fingerprint of its key, name, requests, resources',
    lines: clientLines,
  });
  addEntry(client, 'extend', clientEntries.extend, {
    about: 'spare a client from brownouts and the end of v1 until a date; without one, stop sparing it',
    takes: (command) =>
      command
        .argument('<caller>', CALLER)
        .option('--until <instant>', 'when it is as for everybody', parseInstantText),
  });
  addEntry(client, 'gone', clientEntries.gone, {
    about: 'end v1 for one client: its v1 requests get a 410',
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
