import { z } from 'zod';
import type { Environment } from '../../config';
import { usagePage } from '../../usage/usagePages';
import { type AdminPlace, openAdmin } from '../adminClient';
import { askCutover } from '../cutover/askCutover';
import { type ExitCode, refused } from '../command';
import { columns, type Terminal } from '../terminal';

/** Options of `lifeboat brownout list`. */
export interface ClientOptions extends AdminPlace {
  readonly json: boolean;
}

interface MotiveOptions extends ClientOptions {
  readonly reason: string;
  readonly actor: string;
}

/** Options of `lifeboat brownout stop`. */
export interface StopOptions extends MotiveOptions {
  readonly all: boolean;
}

/** Options of `lifeboat client extend` and `lifeboat client gone`. */
export interface RetireOptions extends MotiveOptions {
  readonly until?: number | undefined;
  readonly undo?: boolean;
}

/** Options of `lifeboat brownout try`. */
export interface TryBrownoutOptions extends ClientOptions {
  readonly client: string;
}

const named = z.union([z.literal('all'), z.array(z.string())]);

const brownoutsPage = z.array(
  z.object({
    ...{ id: z.string(), from: z.string(), to: z.string(), clients: named, resources: named },
    ...{ except: z.array(z.string()), percent: z.number(), status: z.int(), state: z.string() },
    refused: z.int(),
  }),
);

const namesText = (names: z.output<typeof named>): string => (names === 'all' ? 'all' : names.join(', '));

/** Prints the brownouts of a running gateway; 1 when it cannot be asked. */
export function listBrownouts(
  { json, ...place }: ClientOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const request = { path: '/retirement/brownouts', schema: brownoutsPage, place, environment };
  return askCutover(request, terminal, (page, whole) => {
    const rows = page.map(({ from, to, clients, except, resources, percent, state, refused: count }) => [
      ...[from, to, `${percent}% of ${namesText(clients)}`, except.join(', '), namesText(resources)],
      ...[state, String(count)],
    ]);
    const heading = ['from', 'to', 'clients', 'except', 'resources', 'state', 'refused'];
    if (json) terminal.write(JSON.stringify(whole, null, 2));
    else if (page.length === 0) terminal.write('the plan names no brownout');
    else for (const line of columns([heading, ...rows])) terminal.write(line);
    return 0;
  });
}

/** Stops brownouts of a running gateway; 1 when none is under way or it cannot be asked. */
export function stopBrownouts(
  { all, reason, actor, json, ...place }: StopOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const body = { which: all ? 'all' : 'current', reason, actor };
  const schema = z.object({ stopped: z.array(z.string()) });
  const request = { path: '/retirement/stops', body, schema, place, environment };
  return askCutover(request, terminal, ({ stopped }, whole) => {
    if (json) terminal.write(JSON.stringify(whole));
    else for (const id of stopped) terminal.write(`stopped: ${id}`);
    return 0;
  });
}

/** Renders what is in force for a client now. */
function effectOf({ kind, until, gone }: Parameters<typeof askClientChange>[1]): string {
  if (kind === 'retire') return gone === true ? 'its v1 requests get a 410' : 'v1 answers it again';
  return until === undefined
    ? 'brownouts and the end hold for it again'
    : `no brownout and no end for it until ${new Date(until).toISOString()}`;
}

/** Gives a client more time, or ends v1 for it; 1 when the gateway refuses. */
export function askClientChange(
  caller: string,
  change: {
    readonly kind: 'extend' | 'retire';
    readonly until?: number | undefined;
    readonly gone?: boolean;
  },
  { reason, actor, json, ...place }: RetireOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<ExitCode> {
  const schema = z.object({ caller: z.string(), kept: z.boolean() });
  const body = { caller, change, reason, actor };
  const request = { path: '/retirement/clients', body, schema, place, environment };
  return askCutover(request, terminal, (page, whole) => {
    terminal.write(json ? JSON.stringify(whole) : `${page.caller}: ${effectOf(change)}`);
    if (!page.kept) terminal.complain('warning: the store fails: it is in force, but not written down yet');
    return 0;
  });
}

const MINUTES = 7 * 24 * 60;

const hitsPage = z.object({ caller: z.string(), brownouts: z.array(z.string()) });

/** Requests that a brownout would refuse of a client, by its average of seven days. */
function expected(
  { from, to, resources }: z.output<typeof brownoutsPage>[number],
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
 * Prints which brownouts of a running gateway would refuse a client, and how many requests that would have been by its
 * average of the last seven days. Nothing is refused; 1 when the gateway cannot be asked or knows no such client.
 */
export async function tryBrownouts(
  { client, json, ...place }: TryBrownoutOptions,
  environment: Environment,
  { write, complain, colour }: Terminal,
): Promise<ExitCode> {
  const admin = openAdmin(place, environment, { colour });
  if (!admin.ok) return refused(admin.failure, { complain }, 1);
  const all = await admin.value('/cutover/retirement/brownouts', brownoutsPage);
  const path = `/cutover/retirement/brownouts/${encodeURIComponent(client)}`;
  const hits = await admin.value(path, hitsPage);
  if (!all.ok) return refused([all.failure], { complain }, 1);
  if (!hits.ok) return refused([hits.failure], { complain }, 1);
  const { caller, brownouts } = hits.value;
  const used = await admin.value(`/usage?since=7d&client=${caller}`, usagePage);
  const operations = used.ok ? used.value.clients.flatMap((one) => one.operations) : [];
  const tried = all.value
    .filter(({ state }) => state === 'planned' || state === 'under way')
    .map((one) => {
      const refuses = brownouts.includes(one.id);
      return { id: one.id, refuses, requests: refuses ? expected(one, operations) : 0 };
    });
  if (json) write(JSON.stringify({ caller, tried }, null, 2));
  else if (tried.length === 0) write('no brownout is left in the plan');
  else
    for (const { id, refuses, requests } of tried)
      write(`${id}: ${refuses ? `refuses ${caller}, about ${requests.toFixed(1)} requests` : 'spares it'}`);
  return 0;
}
