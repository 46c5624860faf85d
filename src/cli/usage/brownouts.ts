import type { z } from 'zod';
import type { Environment } from '../../config';
import { clientEntries } from '../../operator/clientEntries';
import { type ExitCode, refused } from '../command';
import { type AdminPlace, openOperator } from '../operatorClient';
import { columns, type Terminal } from '../terminal';

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
 * seven days. Refuses nothing; returns 1 if the gateway cannot be asked or knows no such client.
 */
export async function tryBrownouts(
  { client, json, ...adminPlace }: TryBrownoutOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const admin = openOperator(adminPlace, environment, { colour });
  if (!admin.ok) return refused(admin.failure, { complain }, 1);
  const { ask } = admin.value;
  const all = await ask(clientEntries.brownouts, {});
  const hits = await ask(clientEntries.brownoutsFor, { caller: client });
  if (!all.ok) return refused([all.failure.sentence], { complain }, 1);
  if (!hits.ok) return refused([hits.failure.sentence], { complain }, 1);
  const { caller, brownouts } = hits.value;
  const used = await ask(clientEntries.usage, { since: '7d', client: caller });
  const operations = used.ok ? used.value.clients.flatMap((client) => client.operations) : [];
  const tried = all.value
    .filter(({ state }) => state === 'planned' || state === 'under way')
    .map((brownout) => {
      const refuses = brownouts.includes(brownout.id);
      return { id: brownout.id, refuses, requests: refuses ? expected(brownout, operations) : 0 };
    });
  if (json) write(JSON.stringify({ caller, tried }, null, 2));
  else if (tried.length === 0) write('no brownout is left in the plan');
  else
    for (const { id, refuses, requests } of tried)
      write(`${id}: ${refuses ? `refuses ${caller}, about ${requests.toFixed(1)} requests` : 'spares it'}`);
  return 0;
}
