import type { Command } from 'commander';
import type { z } from 'zod';
import { clientEntries } from '../../operator/clientEntries';
import {
  addCommand,
  CommandEnd,
  type ExitCode,
  valueOrEnd,
  type Surroundings,
  addAdminOptions,
} from '../command';
import { addEntry, CALLER } from '../entryCommand';
import { type AdminPlace, openOperator } from '../operatorClient';
import { keepPresentLines, print, renderTable } from '../terminal';
import { callerText } from '../../cutover/callerNames';
import { counted } from '../../mapping/compile/ledger';
import type { UsagePage, UsedClient } from '../../usage/usagePages';

type Brownouts = z.output<(typeof clientEntries)['brownouts']['output']>;

const MINUTES = 7 * 24 * 60;

/** Returns the number of a client's requests that a brownout would refuse, by the average of seven days. */
function countExpected(
  { from, to, resources }: Brownouts[number],
  operations: readonly { readonly resource: string; readonly operation: string; readonly requests: number }[],
): number {
  const hit = operations.filter(
    ({ resource, operation }) =>
      (resource !== '' || operation.includes('/v1')) && (resources === 'all' || resources.includes(resource)),
  );
  const minutes = (Date.parse(to) - Date.parse(from)) / 60_000;
  return (hit.reduce((sum, { requests }) => sum + requests, 0) * minutes) / MINUTES;
}

/**
 * Prints which brownouts of a running gateway would refuse a client, and how many requests, by the average of the last
 * seven days. Refuses nothing.
 */
async function tryBrownouts(
  { client, json, ...adminPlace }: AdminPlace & { readonly client: string },
  { environment, terminal }: Surroundings,
): Promise<ExitCode> {
  const { ask } = valueOrEnd(openOperator(adminPlace, environment, terminal));
  const all = valueOrEnd(await ask(clientEntries.brownouts, {}));
  const { caller, brownouts } = valueOrEnd(await ask(clientEntries.brownoutsFor, { caller: client }));
  const used = await ask(clientEntries.usage, { since: '7d', client: caller });
  const operations = used.ok ? used.value.clients.flatMap((usedClient) => usedClient.operations) : [];
  const tried = all
    .filter(({ state }) => state === 'planned' || state === 'under way')
    .map((brownout) => {
      const refuses = brownouts.includes(brownout.id);
      return { id: brownout.id, refuses, requests: refuses ? countExpected(brownout, operations) : 0 };
    });
  const lines = tried.map(({ id, refuses, requests }) =>
    refuses ? `${id}: refuses ${caller}, about ${requests.toFixed(1)} requests` : `${id}: spares it`,
  );
  print({ caller, tried }, lines.length === 0 ? ['no brownout is left in the plan'] : lines, json, terminal);
  return 0;
}

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

export function brownoutCommand(program: Command): void {
  const brownout = program
    .command('brownout')
    .description("times in which v1 requests are refused, ahead of v1's end, as the plan names them");
  addEntry(brownout, 'list', clientEntries.brownouts, {
    isDefault: true,
    lines: (page) =>
      renderTable(
        page,
        ['from', 'to', 'percent', 'clients', 'except', 'resources', 'state', 'refused'],
        ['the plan names no brownout'],
      ),
  });
  addEntry(brownout, 'stop', clientEntries.stopBrownouts, {
    about: 'stop the brownout under way: the next request is answered again',
    takes: (command) => command.option('--all', 'all that are not over, those to come too', false),
    input: ({ all }) => ({ which: all === true ? 'all' : 'current' }),
  });
  addCommand(brownout, 'try', {
    about: 'show which brownouts would refuse a client, and how many requests by its last seven days',
    takes: (command) => addAdminOptions(command).requiredOption('--client <id>', CALLER),
    run: tryBrownouts,
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
