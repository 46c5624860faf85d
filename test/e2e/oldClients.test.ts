import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { JsonObject } from '../../src/contract/json.js';
import { digestKey, exchangeKeys } from '../../src/gateway/keys/clientKeys.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { callSandbox } from '../sandbox/support/callSandbox.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { itWith } from '../support/systemPrograms.ts';

/** More than one v1 page of 1,000. */
const OFFERS = 1_100;
/** Bytes: a client may print its whole shop. */
const OUTPUT = 64 * 1024 * 1024;

const folder = temporaryFolder();

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a client's program as its owner does: an address and a key in the environment. Rejects unless it ends with 0. */
const run = (words: readonly string[], origin: string, key: string): Promise<Printed> => {
  const [program = '', script = '', ...remainingTexts] = words;
  const env = { ...process.env, MARKET_URL: origin, MARKET_KEY: key, NO_PROXY: '127.0.0.1' };
  const options = { env, cwd: folder.path('.'), maxBuffer: OUTPUT };
  return promisify(execFile)(
    program,
    [join(import.meta.dirname, 'clients', script), ...remainingTexts],
    options,
  );
};

/** Numbers of orders that can be completed, and one that cannot. */
async function orderNumbers(market: Sandbox): Promise<readonly string[]> {
  const call = 'GET /v2/currency-orders?filter[status]=in_delivery,pending&sort=id&per_page=50';
  const { body } = await callSandbox(market, call);
  return [...(body['data'] as JsonObject[]).map(({ id }) => JSON.stringify(id)), '999999999'];
}

describe.each([
  ['the specification', false],
  ['the live service', true],
])('old programs of sellers, in the shapes of %s', (_, liveShapes) => {
  let native: Sandbox;
  let upstream: Sandbox;
  let gateway: StartedGateway;
  let orders: readonly string[];

  // Two marketplaces grown from one seed: one answers as v1, the other only ever hears v2. Their keys are the same too.
  beforeAll(async () => {
    native = await openSandbox({ liveShapes, offers: OFFERS });
    upstream = await openSandbox({ liveShapes, offers: OFFERS });
    gateway = await startGateway({
      v2: upstream.origin,
      keys: exchangeKeys([{ v1: digestKey(native.keys.v1), v2: [upstream.keys.v2] }]),
      environment: { LIFEBOAT_KEYS_GUEST: upstream.keys.v2, LIFEBOAT_DEADLINES_REQUEST: '60000' },
    });
    orders = await orderNumbers(native);
  });

  async function printsTheSame(program: string, script: string, last: string): Promise<void> {
    const numbers = program === 'sh' ? orders.slice(0, 1) : orders.slice(1);
    const words = [program, script, ...numbers];
    const previousPrinted = await run(words, native.origin, native.keys.v1);
    const nextPrinted = await run(words, gateway.origin, native.keys.v1);
    expect(previousPrinted.stdout).toContain(last);
    expect(nextPrinted.stdout.split('\n')).toEqual(previousPrinted.stdout.split('\n'));
    expect([nextPrinted.stderr, previousPrinted.stderr]).toEqual(['', '']);
    expect(upstream.requests().every(({ target }) => target.startsWith('/v2/'))).toBe(true);
  }

  itWith('curl')('a shell script with curl prints the same over v2 alone as it did over v1', () =>
    printsTheSame('sh', 'relist.sh', '== currency offers'),
  );

  itWith('python requests')('a Python script prints the same over v2 alone as it did over v1', () =>
    printsTheSame('python3', 'reprice.py', '== a key that is no longer good'),
  );
});
