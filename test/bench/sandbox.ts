import { request } from 'undici';
import type { Sandbox } from '../../src/sandbox/sandboxOptions';
import { openSandbox } from '../sandbox/support/openSandbox';
import type { BenchOptions } from './benchOptions';

const OFFERS = 100_000;
const ROUNDS = 200;

/** Rounds before the count begins: the first ones are compiled and not yet optimised. */
const WARM_UP = 20;

/** Lists the reads: one offer, the first page, the middle, the end, each filter, what v1 clients ask for. */
const reads = (offers: number, { sampleLogin }: Pick<Sandbox, 'sampleLogin'>): readonly string[] => {
  const last = Math.ceil(offers / 50);
  const middle = Math.ceil(last / 2);
  return [
    '/v2/account-offers/500001',
    '/v2/account-offers?per_page=50',
    `/v2/account-offers?per_page=50&page=${middle}`,
    `/v2/account-offers?per_page=50&page=${last}`,
    `/v2/account-offers?per_page=50&sort=id&page=${middle}`,
    `/v2/account-offers?per_page=50&sort=price&page=${middle}`,
    '/v2/account-offers?per_page=50&filter[status]=listed',
    '/v2/account-offers?per_page=50&filter[status]=listed,draft&sort=id',
    '/v2/account-offers?per_page=50&filter[status]=refunded&sort=price',
    '/v2/account-offers?per_page=50&filter[game_id]=2',
    '/v2/account-offers?per_page=50&filter[game_id]=2&page=200&sort=price',
    '/v2/account-offers?per_page=50&filter[game_id]=2&filter[status]=listed&sort=price',
    '/v2/account-offers?per_page=50&filter[search]=account',
    '/v2/account-offers?per_page=50&filter[search]=%234711',
    '/v2/account-offers?per_page=50&filter[search]=%23471&page=2',
    '/v2/account-offers?per_page=50&filter[search]=nothing+like+it',
    '/v2/orders?per_page=50',
    '/v2/payments?per_page=50',
    `/v1/accounts/by-login/${encodeURIComponent(sampleLogin)}`,
    '/v1/accounts?per_page=50',
    `/v1/accounts?per_page=50&page=${middle}`,
    '/v1/accounts?per_page=1000',
    `/v1/accounts?per_page=1000&page=${Math.ceil(offers / 2_000)}&with_data=1`,
  ];
};

async function time(origin: string, path: string, key: string) {
  const start = performance.now();
  const answer = await request(`${origin}${path}`, { headers: { authorization: `Bearer ${key}` } });
  const body = await answer.body.arrayBuffer();
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
  return { took: performance.now() - start, bytes: body.byteLength };
}

/** Median and 99th percentile (ms), and the processor time (ms) of one call, client and server together. */
async function timeRead({ origin, keys }: Sandbox, path: string) {
  const key = keys[path.startsWith('/v1') ? 'v1' : 'v2'];
  for (let round = 0; round < WARM_UP; round += 1) await time(origin, path, key);
  const before = process.cpuUsage();
  const all = [];
  for (let round = 0; round < ROUNDS; round += 1) all.push(await time(origin, path, key));
  const { user, system } = process.cpuUsage(before);
  const times = all.map(({ took }) => took).sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(ROUNDS * share)] ?? 0;
  return { median: at(0.5), late: at(0.99), work: (user + system) / 1_000 / ROUNDS, bytes: all[0]?.bytes };
}

/**
 * Prints how long a large marketplace takes to fill, and how long each way to read it takes over HTTP; the processor
 * time shows what a read costs where other work keeps the machine busy.
 */
export async function sandbox(
  write: (line: string) => void,
  { runs = OFFERS, seed }: BenchOptions,
): Promise<void> {
  const start = performance.now();
  const marketplace = await openSandbox({ offers: runs, seed });
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  write(`${runs} account offers and what belongs to them seeded in ${seconds} s`);
  write('   median      p99  processor   bytes');
  const column = (value: number, width: number) => `${value.toFixed(1)} ms`.padStart(width);
  for (const path of reads(runs, marketplace)) {
    const { median, late, work, bytes } = await timeRead(marketplace, path);
    write(`${column(median, 9)}${column(late, 9)}${column(work, 11)}${String(bytes).padStart(8)}  ${path}`);
  }
  await marketplace.close();
}
