import type { Command } from 'commander';
import type { z } from 'zod';
import { brownoutEntries } from '../../operator/brownoutEntries';
import { clientEntries } from '../../operator/clientEntries';
import { CommandEnd } from '../command';
import { addEntry, CALLER } from '../entryCommand';
import { keepPresentLines, renderTable } from '../terminal';
import { callerText } from '../../cutover/callerNames';
import { counted } from '../../mapping/compile/ledger';
import type { UsagePage, UsedClient } from '../../usage/usagePages';

const clientText = ({ caller, program, name }: UsedClient): string =>
  `${callerText(caller, name)} ${program}`;

/** Renders one client with all operations that it uses. */
function operationLines(client: UsedClient): readonly string[] {
  const { readiness = '-', why = 'no client of its own', operations } = client;
  const rows = operations.map(({ traits, ...used }) => ({
    ...used,
    toChange: traits.map(({ trait, field, requests }) => `${trait} ${field} (${requests})`),
  }));
  return [
    `${clientText(client)}: ${readiness}, ${why}`,
    ...renderTable(rows, ['operation', 'requests', 'errors', 'byV1', 'byV2', 'latest', 'toChange']),
    '',
  ];
}

/** Renders the usage that a running gateway has counted, of all clients or of one. */
export function usageLines({ from, to, total, clients, clientsInAll, readiness }: UsagePage, isOne: boolean) {
  const columns = ['caller', 'program', 'readiness', 'requests', 'errors', 'byV1', 'byV2'] as const;
  const states = Object.entries(readiness).map(([name, count]) => `${name} ${count}`);
  const unlistedCount = clientsInAll - clients.length;
  return keepPresentLines([
    `${from} to ${to}: ${counted(total.requests, 'request')}, ${counted(total.errors, 'error')}, ${total.refused} refused by brownouts`,
    `${counted(clientsInAll, 'client')}: ${states.join(', ')}`,
    '',
    ...(isOne ? clients.flatMap(operationLines) : renderTable(clients, [...columns, 'latestOnV1', 'why'])),
    unlistedCount > 0 && `${unlistedCount} more, less busy: name one with --client`,
  ]);
}

/** Renders which brownouts to come would refuse a client, and about how many requests. */
export function triedLines({
  caller,
  tried,
}: z.output<(typeof brownoutEntries)['ofClient']['output']>): readonly string[] {
  if (tried.length === 0) return ['no brownout is left in the plan'];
  return tried.map(({ id, refuses, requests }) =>
    refuses ? `${id}: refuses ${caller}, about ${requests.toFixed(1)} requests` : `${id}: spares it`,
  );
}

export function brownoutCommand(program: Command): void {
  const brownout = program
    .command('brownout')
    .description("times in which v1 requests are refused, ahead of v1's end, as the plan names them");
  addEntry(brownout, 'list', brownoutEntries.list, {
    isDefault: true,
    lines: (page) =>
      renderTable(
        page,
        ['from', 'to', 'percent', 'clients', 'except', 'resources', 'state', 'refused'],
        ['the plan names no brownout'],
      ),
  });
  addEntry(brownout, 'stop', brownoutEntries.stop, {
    about: 'stop the brownout under way: the next request is answered again',
    takes: (command) => command.option('--all', 'all that are not over, those to come too', false),
    input: ({ all }) => ({ which: all === true ? 'all' : 'current' }),
  });
  addEntry(brownout, 'try', brownoutEntries.ofClient, {
    about: 'show which brownouts would refuse a client, and how many requests by its last seven days',
    takes: (command) => command.requiredOption('--client <id>', CALLER),
    input: ({ client }) => ({ caller: client }),
    lines: triedLines,
  });
}

export const usageCommand = (program: Command): Command =>
  addEntry(program, 'usage', clientEntries.usage, {
    about: 'show who still uses v1, for what, and how ready each client is to move to v2',
    takes: (command) =>
      command
        .option('--since <days>', 'period, today included (default: 30d)')
        .option(
          '--client <id>',
          'one client with all it uses: a name, a fingerprint, or fingerprint/program',
        ),
    lines: (page, { client }) => usageLines(page, client !== undefined),
  });

type Clients = z.output<(typeof clientEntries)['list']['output']>;

/** Renders the clients; those of one resource with the side that answers each, and why. */
export function clientLines(clients: Clients, ofResource: boolean): readonly string[] {
  const none = ['no caller was seen in the last 14 days'];
  if (!ofResource) return renderTable(clients, ['caller', 'requests', 'latest', 'resources'], none);
  const seenCallers = clients.flatMap(({ seen }) => seen);
  return renderTable(seenCallers, ['caller', 'side', 'v1', 'v2', 'latest', 'why'], none);
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
      command.argument('<caller>', CALLER).option('--until <instant>', 'when it is as for everybody'),
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
