import { createMemoryIndex, type StoredIndex } from '../../src/gateway/lookup/indexStore.js';
import { indexThrough } from '../gateway/support/indexThrough.ts';
import { countJson } from '../support/countJson.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';
import { accountOffer, currencyOffer, ofSize } from '../bench/stub/documents.ts';
import { listPage } from '../bench/stub/writeStubFiles.ts';

/** Limits of the cost of one request, counted and not timed: a slow machine cannot fail it, a fast one not hide it. */

const offer = ofSize((free) => accountOffer(901, 'wren@login', free), 'small');
const account = JSON.stringify({ data: offer });
const list = JSON.stringify(listPage([offer], 1, 1));
const currency = JSON.stringify({ data: ofSize((free) => currencyOffer(7001, free), 'small') });

const update = JSON.stringify({
  description: 'Gold, delivered in the guild bank',
  price: '0.004200',
  game: 'star-traders',
  stock: 250_000,
  min_quantity: 500,
  delivery_time: { duration: 45, unit: 'minutes' },
});

const bodyFor = (path: string): string => {
  if (path.startsWith('/v2/account-offers?')) return list;
  return path.startsWith('/v2/account-offers/') ? account : currency;
};

let upstream: ScriptedUpstream;
let gateway: StartedGateway;
let storeCalls: string[];

/** A store on disk, for all the gateway knows, that notes its calls. */
function notingStore(): StoredIndex {
  const store: StoredIndex = indexThrough(
    { ...createMemoryIndex(1_000), renew: () => Promise.resolve(store) },
    (name, call) => {
      storeCalls.push(name);
      return call();
    },
  );
  return store;
}

async function ask(path: string, request: RequestInit = {}): Promise<string> {
  const headers = { authorization: 'Bearer key-1', 'content-type': 'application/json' };
  const response = await fetch(`${gateway.origin}${path}`, { ...request, headers });
  const text = await response.text();
  expect([response.status, text.slice(0, 8)]).toEqual([200, '{"data":']);
  return text;
}

beforeAll(async () => {
  storeCalls = [];
  upstream = await startUpstream({ request: ({ path }, socket) => socket.write(reply(200, bodyFor(path))) });
  gateway = await startGateway({ v2: upstream.origin, indexStore: notingStore() });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

describe('a request for an account by an indexed login', () => {
  const path = '/v1/accounts/by-login/wren%40login';
  beforeAll(async () => {
    await ask(path); // reads the list
    await ask(path);
    upstream.forget();
    storeCalls.length = 0;
  });

  it('makes one upstream request', async () => {
    await ask(path);
    expect(upstream.requests.map((seenRequest) => seenRequest.path)).toEqual(['/v2/account-offers/901']);
  });

  it('neither reads the store nor writes to it', async () => {
    await ask(path);
    expect(storeCalls).toEqual([]);
  });

  it('parses the answer of v2 once, and prints one answer', async () => {
    let answer = '';
    const { parsed, printed } = await countJson(async () => (answer = await ask(path)));
    expect(parsed).toBe(account.length);
    expect(printed).toBeLessThanOrEqual(answer.length);
  });
});

describe('an update of a currency offer', () => {
  const path = '/v1/currency-offers/7001';
  const send = () => ask(path, { method: 'PATCH', body: update });

  it('makes one upstream request, and neither reads the store nor writes to it', async () => {
    upstream.forget();
    storeCalls.length = 0;
    await send();
    expect(upstream.requests.map(({ method }) => method)).toEqual(['PATCH']);
    expect(storeCalls).toEqual([]);
  });

  it('parses the bodies of the client and of v2 once, and prints one request and one answer', async () => {
    let answer = '';
    const { parsed, printed } = await countJson(async () => (answer = await send()));
    expect(parsed).toBe(update.length + currency.length);
    expect(printed).toBeLessThanOrEqual(update.length + answer.length);
  });
});

describe('a request that is passed through', () => {
  it('is neither parsed nor printed', async () => {
    const { parsed, printed } = await countJson(() => ask('/v2/account-offers/901'));
    expect({ parsed, printed }).toEqual({ parsed: 0, printed: 0 });
  });
});
