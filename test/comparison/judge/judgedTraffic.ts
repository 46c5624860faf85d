import { createHash } from 'node:crypto';
import { request } from 'undici';
import type { Account } from '../../../src/comparison/keep/comparisonAccounts.js';
import type { ComparisonReport } from '../../../src/comparison/report/comparisonReport.js';
import type { Json } from '../../../src/contract/json.js';
import { exchangeKeys } from '../../../src/gateway/keys/clientKeys.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { randomFrom } from '../../cutover/support/simulations.ts';
import { callSandbox, listOf } from '../../sandbox/support/callSandbox.ts';
import { control, newKey } from '../../sandbox/support/control.ts';
import { openSandbox } from '../../sandbox/support/openSandbox.ts';
import type { Plant } from './plantedFault.ts';
import { type ShadowGateway, startShadow } from './startShadow.ts';

/** Options of `judge`. */
interface Look {
  readonly requests: number;
  readonly seed: number;
  /** True for writes in place of reads. */
  readonly writes?: boolean;
  /** Ends it early; called with the report after every tenth request. */
  readonly until?: (report: ComparisonReport) => boolean;
}

/** Result of `judge`. */
interface Found {
  readonly report: ComparisonReport;
  readonly requests: number;
  /** Outcomes of all served requests, by operation. */
  readonly accounts: readonly Account[];
}

/** A running marketplace with a new gateway in front of it for each fault. */
export interface JudgedTraffic {
  readonly judge: (plants: readonly Plant[], look: Look) => Promise<Found>;
  readonly close: () => Promise<void>;
}

/** A seller's program: its keys, and the resources it may ask for. */
interface Caller {
  readonly v1: string;
  readonly v2: string;
  readonly offers: readonly string[];
  readonly accounts: readonly string[];
  readonly logins: readonly string[];
}

const ROUND = 10;
const SIZES = [5, 10, 15, 20];

async function callerWith(sandbox: Sandbox, keys: Pick<Caller, 'v1' | 'v2'>): Promise<Caller> {
  const list = async (path: string) =>
    listOf(await callSandbox(sandbox, `GET ${path}?per_page=1000`, undefined, keys.v1));
  const accounts = await list('/v1/accounts');
  const logins = accounts.map(({ attributes }) => (attributes as { login: string }).login);
  return {
    ...keys,
    offers: (await list('/v1/currency-offers')).map(({ id }) => id as string),
    accounts: accounts.map(({ id }) => id as string),
    logins: logins.filter((login) => login !== ''),
  };
}

/** The programs of two sellers. */
async function callersOf(sandbox: Sandbox): Promise<readonly Caller[]> {
  const otherKey = async (version: 'v1' | 'v2') => newKey(sandbox, { seller: 2, name: 'bot', version });
  const otherEntry = { v1: await otherKey('v1'), v2: await otherKey('v2') };
  return Promise.all([sandbox.keys, otherEntry].map((keys) => callerWith(sandbox, keys)));
}

const pick = <Item>(items: readonly Item[], random: () => number): Item => {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
};

/** Draws a read of some program: offers by id and login, and pages of lists. */
function drawRead({ offers, accounts, logins }: Caller, random: () => number): string {
  const page = ({ length }: readonly string[]): string => {
    const size = pick(SIZES, random);
    return `page=${1 + Math.floor((random() * length) / size)}&per_page=${size}`;
  };
  return pick(
    [
      () => `/v1/currency-offers/${pick(offers, random)}`,
      () => `/v1/accounts/${pick(accounts, random)}?with_data=1`,
      () => `/v1/accounts/by-login/${encodeURIComponent(pick(logins, random))}`,
      () => `/v1/currency-offers?${page(offers)}`,
      () => `/v1/accounts?${page(accounts)}&with_data=1`,
    ],
    random,
  )();
}

/** A request of a program. */
interface Sent {
  readonly method: 'GET' | 'PATCH';
  readonly path: string;
  readonly body?: string;
}

/** Draws a write of some program: a new price, and ordinary values for everything else. */
function drawWrite({ offers }: Caller, random: () => number): Sent {
  const body = JSON.stringify({
    description: 'Delivered by hand.',
    game: 'realm-of-tides',
    stock: 10_000,
    min_quantity: 1,
    price: (1 + Math.floor(random() * 999)) / 100,
    delivery_time: { duration: 2, unit: 'hours' },
  });
  return { method: 'PATCH', path: `/v1/currency-offers/${pick(offers, random)}`, body };
}

async function send(origin: string, { method, path, body }: Sent, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await request(`${origin}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  await answer.body.dump();
  if (answer.headers['x-lifeboat-served-by'] !== 'v1') throw new Error(`v1 does not answer ${path}`);
}

async function look(gateway: ShadowGateway, callers: readonly Caller[], askedLook: Look): Promise<Found> {
  const { requests: most, seed, until, writes = false } = askedLook;
  const random = randomFrom(seed);
  for (let requests = ROUND; ; requests += ROUND) {
    const round = Array.from({ length: ROUND }, () => pick(callers, random));
    const draw = (caller: Caller): Sent =>
      writes ? drawWrite(caller, random) : { method: 'GET', path: drawRead(caller, random) };
    await Promise.all(round.map((caller) => send(gateway.origin, draw(caller), caller.v1)));
    const accounts = await gateway.settled();
    if (until === undefined && requests < most) continue;
    const report = gateway.report();
    if (requests >= most || until?.(report) === true) return { report, requests, accounts };
  }
}

/** Opens a marketplace of two sellers. */
export async function openJudgedTraffic(): Promise<JudgedTraffic> {
  const sandbox = await openSandbox({ offers: 120, sellers: 2 });
  const callers = await callersOf(sandbox);
  const keys = exchangeKeys(
    callers.map(({ v1, v2 }) => ({ v1: createHash('sha256').update(v1).digest(), v2: [v2] })),
  );
  const judge: JudgedTraffic['judge'] = async (plants, askedLook) => {
    for (const plant of plants) {
      const wanted = JSON.parse(JSON.stringify(plant)) as Json;
      const { status, body } = await control(sandbox, 'POST /faults', wanted);
      if (status !== 201) throw new Error(JSON.stringify(body));
    }
    const gateway = await startShadow(sandbox.origin, keys);
    try {
      return await look(gateway, callers, askedLook);
    } finally {
      await gateway.close();
      await control(sandbox, 'DELETE /faults');
    }
  };
  return { judge, close: sandbox.close };
}
