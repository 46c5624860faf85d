import { join } from 'node:path';
import { Pool } from 'undici';
import { digestKey, fingerprintOf } from '../../src/gateway/keys/clientKeys.js';
import { usagePage, type UsagePage, type UsedClient } from '../../src/usage/usagePages.js';
import { accountOffer, currencyOffer } from '../bench/stub/documents.ts';
import { listPage } from '../bench/stub/writeStubFiles.ts';
import { storyClock } from '../support/startStagedGateway.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { openFolder } from '../support/temporaryFolder.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

/** Sixty days of forty-four clients, four of each habit; halfway v2 takes over from v1, with a restart. */

const DAY = 86_400_000;
const START = Date.parse('2026-03-02T09:00:00Z');
const DAYS = 60;

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

/** Requests that a client of one habit sends on a day, and what is to come of them by construction. */
interface Habit {
  readonly readiness: UsedClient['readiness'];
  /** Trait and field, each with its number of requests. */
  readonly traits: Readonly<Record<string, number>>;
  readonly sends: (day: number) => readonly Sent[];
}

const get = (path: string): Sent => ({ method: 'GET', path });
const patch = (path: string, body: object): Sent => ({ method: 'PATCH', path, body });
const offer = {
  game: 'star-traders',
  description: 'Raised with care',
  delivery_instructions: 'Be online',
  price: 0.5,
  stock: 5,
  min_quantity: 1,
  delivery_time: { duration: 45, unit: 'minutes' },
  currency_data: { server: 'Alpha' },
};
const update = (more: object): Sent => patch('/v1/currency-offers/7001', { ...offer, ...more });
const wholeEntry = { duration: 45, unit: 'minutes', format: '45m', formatLong: '45 minutes', seconds: 2_700 };

const habits: Readonly<Record<string, Habit>> = {
  reader: { readiness: 'can move', traits: {}, sends: () => [get('/v1/currency-offers/7001')] },
  lister: {
    readiness: 'has work',
    traits: { 'largePage per_page': DAYS, 'withData with_data': DAYS },
    sends: () => [get('/v1/accounts?per_page=100&with_data=1'), get('/v1/accounts?per_page=50')],
  },
  searcher: {
    readiness: 'has work',
    traits: { 'byLogin login': 2 * DAYS, 'rawLogin login': DAYS },
    sends: () => [get('/v1/accounts/by-login/some@bench'), get('/v1/accounts/by-login/some%40bench')],
  },
  sorter: {
    readiness: 'has work',
    traits: { 'bulk accounts': DAYS },
    sends: () => [patch('/v1/accounts/status/bulk', { accounts: [5001, '5002'], status: 'draft' })],
  },
  pricer: {
    readiness: 'has work',
    traits: { 'textNumber price': DAYS },
    sends: () => [update({ price: '0.500000' }), update({})],
  },
  echoer: {
    readiness: 'has work',
    traits: { 'wholeObject delivery_time': DAYS },
    sends: () => [update({ delivery_time: wholeEntry })],
  },
  writer: { readiness: 'can move', traits: {}, sends: () => [update({})] },
  leaver: {
    readiness: 'moved',
    traits: { 'largePage per_page': DAYS / 2 },
    sends: (day) => [get(day < 30 ? '/v1/item-offers?per_page=60' : '/v2/account-offers/5001')],
  },
  filler: {
    readiness: 'has work',
    traits: { 'needlessBody body': 3 * DAYS },
    sends: () => [
      { ...get('/v1/currency-offers/7001'), body: {} },
      { method: 'DELETE', path: '/v1/accounts/5001', body: {} },
      { ...get('/v2/account-offers/5001'), body: {} },
    ],
  },
  stranger: {
    readiness: 'unknown',
    traits: {},
    sends: (day) => (day % 6 === 0 ? [get('/v1/currency-offers/7001')] : []),
  },
  explorer: {
    readiness: 'has work',
    traits: { 'unlisted GET:/v1/orders/{id}': DAYS, 'templateAll slug': DAYS },
    sends: (day) => [get(`/v1/orders/${day + 1}`), get('/v1/accounts/template/all')],
  },
};

interface Client {
  readonly habit: Habit;
  readonly key: string;
  readonly userAgent: string;
  readonly caller: string;
  readonly program: string;
}

const fingerprint = (key: string): string => fingerprintOf(digestKey(key));

/** Of the four clients of a habit two are programs of one key. */
const clients: readonly Client[] = Object.entries(habits).flatMap(([name, habit]) =>
  [0, 1, 2, 3].map((number) => {
    const key = `key-of-${name}-${Math.max(1, number)}`;
    const program = `${name}-bot${number}`;
    return {
      habit,
      key,
      userAgent: `${program}/1.${number} (some@mail)`,
      caller: fingerprint(key),
      program,
    };
  }),
);

let folder: string;
let upstream: ScriptedUpstream;

beforeAll(async () => {
  const bodies: readonly (readonly [string, object])[] = [
    ['/v2/account-offers?', listPage([accountOffer(5001, 'some@bench')], 1, 1)],
    ['/v2/item-offers?', listPage([], 1, 0)],
    ['/v2/account-offers/', { data: accountOffer(5001, 'some@bench') }],
    ['/v2/currency-offers/', { data: currencyOffer(7001) }],
  ];
  folder = openFolder();
  upstream = await startUpstream({
    request: ({ path }, socket) => {
      const body = bodies.find(([beginning]) => path.startsWith(beginning))?.[1] ?? { data: {} };
      socket.write(reply(200, JSON.stringify(body)));
    },
  });
});

const clock = storyClock(START);

function serve(start: 'v1' | 'v2'): Promise<StartedWhole> {
  return startWhole(
    {
      LIFEBOAT_UPSTREAM_V1: upstream.origin,
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_SUNSET: '2027-01-01T00:00:00Z',
      LIFEBOAT_STORE: join(folder, 'lifeboat.db'),
      LIFEBOAT_CUTOVER_START: start,
    },
    clock,
  );
}

async function play(gateway: string, from: number, to: number): Promise<void> {
  const pool = new Pool(gateway, { connections: 8 });
  for (let day = from; day < to; day += 1) {
    clock.set(START + day * DAY);
    await Promise.all(
      clients.map(async ({ habit, key, userAgent }) => {
        for (const { method, path, body } of habit.sends(day)) {
          const headers = { authorization: `Bearer ${key}`, 'user-agent': userAgent };
          const sent = body === undefined ? {} : { body: JSON.stringify(body) };
          const json = body === undefined ? {} : { 'content-type': 'application/json' };
          const answer = await pool.request({ method, path, ...sent, headers: { ...headers, ...json } });
          await answer.body.dump();
        }
      }),
    );
  }
  await pool.close();
}

async function read(admin: string, query: string): Promise<UsagePage> {
  const answer = await fetch(`${admin}/api/usage?${query}`);
  return usagePage.parse(await answer.json());
}

/** Requests by trait and field, of all operations together. */
function traitsOf({ operations }: UsedClient): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { trait, field, requests } of operations.flatMap(({ traits }) => traits))
    sums[`${trait} ${field}`] = (sums[`${trait} ${field}`] ?? 0) + requests;
  return sums;
}

describe('the usage counts of sixty days of forty-four clients', () => {
  const lines: Readonly<Record<string, unknown>>[] = [];
  let gateway: StartedWhole;
  let page: UsagePage;

  beforeAll(async () => {
    const firstStartedWhole = await serve('v1');
    await play(firstStartedWhole.gateway, 0, 30);
    await firstStartedWhole.close();
    lines.push(...firstStartedWhole.log);
    gateway = await serve('v2');
    await play(gateway.gateway, 30, DAYS);
    page = await read(gateway.admin, 'since=60d');
    lines.push(...gateway.log);
  });

  it('agree with the access log by side and by day', () => {
    const logged = lines.filter(({ msg }) => msg === 'request');
    const by = (side: string): number => logged.filter(({ servedBy }) => servedBy === side).length;
    const onV2 = logged.filter(({ route }) => route === '/v2/**').length;
    const errors = logged.filter(({ status }) => Number(status) >= 400).length;
    const expected = { requests: logged.length, errors, byV1: by('v1'), byV2: by('v2') + onV2, refused: 0 };
    expect(page.total).toEqual(expected);
    expect(page.days).toHaveLength(DAYS);
    expect(page.days.reduce((sum, { requests }) => sum + requests, 0)).toBe(logged.length);
    expect(page.clientsInAll).toBe(clients.length);
  });

  it.each(clients)('name $program by its requests', ({ habit, caller, program }) => {
    const client = page.clients.find((entry) => entry.caller === caller && entry.program === program);
    if (client === undefined) throw new Error('it was not counted');
    const sent = Array.from({ length: DAYS }, (_, day) => habit.sends(day)).flat();
    expect(client.requests).toBe(sent.length);
    expect(client.readiness).toBe(habit.readiness);
    expect(traitsOf(client)).toEqual(habit.traits);
  });

  it('hold no login, body, key or version', () => {
    const text = JSON.stringify(page);
    for (const secret of ['some@', 'bench', 'key-of', 'mail', '1.2', 'Raised'])
      expect(text).not.toContain(secret);
  });

  it('give each client a guide from its own requests', async () => {
    const caller = fingerprint('key-of-pricer-2');
    const answer = await fetch(`${gateway.admin}/usage/guide?client=${caller}&since=60d&format=markdown`);
    const text = await answer.text();
    expect(text).toContain('It has 1 thing to change before it can move.');
    expect(text).toMatch(
      /\| Update currency offer \| pricer-bot2 \| `price` \| a number as text \| a number.* \| 60 \| 2026-04-30 \|/,
    );
    expect(text).toContain('### Update currency offer');
    expect(text).not.toContain('### Create account');
    const page = await fetch(`${gateway.admin}/usage/guide?client=${caller}&since=60d`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<h2 id="work">What has to change</h2>');
  });

  it('show a metric by resource, without a label for a client', async () => {
    const metrics = await (await fetch(`${gateway.admin}/metrics`)).text();
    expect(metrics).toContain('lifeboat_v1_clients{resource="currency-offer"} 24');
    expect(metrics).not.toContain('reader-bot1');
  });

  it('find one client by name, beginning of a name or program, or say that there is none', async () => {
    const caller = fingerprint('key-of-reader-1');
    const both = await read(gateway.admin, `since=60d&client=${caller.slice(0, 8)}`);
    expect(both.clients.map(({ program }) => program).toSorted()).toEqual(['reader-bot0', 'reader-bot1']);
    const entry = await read(gateway.admin, `client=${caller}/reader-bot1`);
    expect(entry.clients.map(({ requests }) => requests)).toEqual([DAYS / 2]);
    const none = await fetch(`${gateway.admin}/api/usage?client=nobody`);
    expect(none.status).toBe(404);
    const unclear = await fetch(`${gateway.admin}/api/usage?since=week`);
    expect(unclear.status).toBe(422);
  });
});
