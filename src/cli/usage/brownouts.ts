import type { z } from 'zod';
import type { Environment } from '../../config';
import { clientEntries } from '../../operator/clientEntries';
import { type ExitCode, need } from '../command';
import { type AdminPlace, openOperator } from '../operatorClient';
import { columns, print, type Terminal } from '../terminal';

/** Options of `lifeboat brownout try`. */
export interface TryBrownoutOptions extends AdminPlace {
  readonly json: boolean;
  readonly client: string;
}

type Brownouts = z.output<(typeof clientEntries)['brownouts']['output']>;

const namesText = (names: 'all' | readonly string[]): string => (names === 'all' ? 'all' : names.join(', '));

/** Renders the brownouts of a plan. */
export function brownoutLines(page: Brownouts): readonly string[] {
  if (page.length === 0) return ['the plan names no brownout'];
  const rows = page.map(({ from, to, clients, except, resources, percent, state, refused: count }) => [
    ...[from, to, `${percent}% of ${namesText(clients)}`, except.join(', '), namesText(resources)],
    ...[state, String(count)],
  ]);
  return columns([['from', 'to', 'clients', 'except', 'resources', 'state', 'refused'], ...rows]);
}

const MINUTES = 7 * 24 * 60;

/** Returns the number of a client's requests that a brownout would refuse, by the average of seven days. */
function expected(
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
 * seven days; refuses nothing.
 */
export async function tryBrownouts(
  { client, json, ...adminPlace }: TryBrownoutOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const { ask } = need(openOperator(adminPlace, environment, terminal));
  const all = need(await ask(clientEntries.brownouts, {}));
  const { caller, brownouts } = need(await ask(clientEntries.brownoutsFor, { caller: client }));
  const used = await ask(clientEntries.usage, { since: '7d', client: caller });
  const operations = used.ok ? used.value.clients.flatMap((usedClient) => usedClient.operations) : [];
  const tried = all
    .filter(({ state }) => state === 'planned' || state === 'under way')
    .map((brownout) => {
      const refuses = brownouts.includes(brownout.id);
      return { id: brownout.id, refuses, requests: refuses ? expected(brownout, operations) : 0 };
    });
  const lines = tried.map(({ id, refuses, requests }) =>
    refuses ? `${id}: refuses ${caller}, about ${requests.toFixed(1)} requests` : `${id}: spares it`,
  );
  print({ caller, tried }, lines.length === 0 ? ['no brownout is left in the plan'] : lines, json, terminal);
  return 0;
}
