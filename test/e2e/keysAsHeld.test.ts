import { digestKey, fingerprintOf } from '../../src/gateway/keys/clientKeys.js';
import { writeKeyFile } from '../../src/gateway/keys/editKeyTable.js';
import { accountOffer, currencyOffer, ofSize } from '../bench/stub/documents.ts';
import { listPage } from '../bench/stub/writeStubFiles.ts';
import { type StartedWhole, startWhole } from '../support/startWhole.ts';
import { ask, type Asked, requestText, talk } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { reply, type ScriptedUpstream, startUpstream } from '../support/upstream.ts';

const folder = temporaryFolder();
const account = ofSize((free) => accountOffer(901, 'wren@login', free), 'small');
const template = JSON.stringify({
  template: { game: 'star-traders', title: 'T', price: 9.99, account_data: {} },
});

let v2: ScriptedUpstream;
let startedWhole: StartedWhole;
/** The keys that v2 takes now. */
let good: ReadonlySet<string>;

function answerFor(path: string): string {
  if (path.includes('/templates/')) return template;
  if (path.startsWith('/v2/account-offers?')) return JSON.stringify(listPage([account], 1, 1));
  const data = path.startsWith('/v2/account-offers/') ? account : currencyOffer(7001);
  return JSON.stringify({ data });
}

/** Starts a gateway whose table knows `old-a` (one v2 key) and `old-b` (rotating). */
async function start(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const entry = (name: string, ...keys: string[]) => ({
    name,
    v1: digestKey(`old-${name}`).toString('hex'),
    v2: keys.map((value) => ({ value })) as [{ value: string }],
    created: '2025-01-01',
  });
  await writeKeyFile(folder.path('keys.yaml'), {
    keys: [entry('a', 'new-a'), entry('b', 'first-b', 'next-b')],
  });
  startedWhole = await startWhole({
    LIFEBOAT_UPSTREAM_V2: v2.origin,
    LIFEBOAT_KEYS_EXCHANGE: folder.path('keys.yaml'),
    ...environment,
  });
}

beforeEach(async () => {
  good = new Set(['new-a', 'next-b', 'guest']);
  v2 = await startUpstream({
    request: ({ path, headers: { authorization = '' } }, socket) => {
      const isTaken = good.has(authorization.replace('Bearer ', ''));
      socket.write(isTaken ? reply(200, answerFor(path)) : reply(401, '{"message":"Unauthenticated."}'));
    },
  });
});

const call = (key: string | undefined, path: string, more: Partial<Asked> = {}) =>
  ask(startedWhole.gateway, {
    path,
    ...more,
    headers: { ...(key === undefined ? {} : { Authorization: key }), ...more.headers },
  });
const bearer = (key: string) => `Bearer ${key}`;
/** The Authorization values that v2 was shown so far. */
const shownKeys = () => v2.requests.map(({ headers }) => headers['authorization']);

const OFFER = '/v1/currency-offers/7001';

describe('a program that moves call by call', () => {
  it('may use its v1 key, or a v2 key of the table, on the paths of v1 and of v2', async () => {
    await start();
    for (const key of ['old-a', 'new-a']) {
      for (const path of [OFFER, '/v2/currency-offers/7001?x=%2F']) {
        expect([key, path, (await call(bearer(key), path)).status]).toEqual([key, path, 200]);
      }
    }
    expect(shownKeys()).toEqual(Array.from({ length: 4 }, () => 'Bearer new-a'));
    expect(v2.requests[1]?.path).toBe('/v2/currency-offers/7001?x=%2F');
    const callers = startedWhole.log.filter(({ msg }) => msg === 'request').map((line) => line['caller']);
    expect(callers).toEqual(Array.from({ length: 4 }, () => fingerprintOf(digestKey('old-a'))));
  });

  it('has one index for all its keys', async () => {
    await start();
    for (const key of ['old-a', 'new-a', 'old-a']) {
      expect((await call(bearer(key), '/v1/accounts/by-login/wren@login')).status).toBe(200);
    }
    const lists = v2.requests.filter(({ path }) => path.startsWith('/v2/account-offers?'));
    expect(lists).toHaveLength(1);
  });

  it.each([undefined, 'Bearer stranger', 'Basic b2xkLWE=', 'old-a'])(
    'gets the judgement of v2 on %s on v2 paths, and 401 on v1 paths',
    async (key) => {
      await start();
      expect((await call(key, '/v2/x')).status).toBe(401);
      expect(shownKeys()).toEqual([key]);
      expect((await call(key, OFFER)).status).toBe(401);
      expect(v2.requests).toHaveLength(1);
    },
  );

  it('shows v2 its own keys only with keys.v2Paths: pass', async () => {
    await start({ LIFEBOAT_KEYS_V2_PATHS: 'pass' });
    expect((await call(bearer('old-a'), '/v2/x')).status).toBe(401);
    expect((await call(bearer('new-a'), '/v2/x')).status).toBe(200);
    expect(shownKeys()).toEqual(['Bearer old-a', 'Bearer new-a']);
  });

  it('may use its v1 key for a translated deprecated form', async () => {
    await start({ LIFEBOAT_DEPRECATED_FORMS: 'translate' });
    const body = JSON.stringify({
      game: 'emberfall-legends',
      title: 'Trader',
      description: 'Raised with care',
      price: 12.5,
      image_urls: ['https://images.example.com/1.png'],
      account_data: { level: 60 },
      game_items: {},
      login: 'wren@login',
      password: 'pass word',
    });
    const headers = { 'Content-Type': 'application/json' };
    await call(bearer('old-a'), '/v2/account-offers', { method: 'POST', body, headers });
    expect(shownKeys()).toEqual(['Bearer new-a']);
  });
});

describe('the rotation of the v2 keys of an entry', () => {
  const body = '{"price":1}';

  it.each<readonly [string, Partial<Asked>]>([
    ['GET', {}],
    ['DELETE', { method: 'DELETE' }],
    ['POST without a body', { method: 'POST' }],
  ])(
    'sends a %s that v2 refuses once more with the other key, and the next request with that key first',
    async (_, question) => {
      await start();
      const twice = [
        await call(bearer('old-b'), '/v2/x', question),
        await call(bearer('old-b'), '/v2/x', question),
      ];
      expect(twice.map(({ status }) => status)).toEqual([200, 200]);
      expect(shownKeys()).toEqual(['Bearer first-b', 'Bearer next-b', 'Bearer next-b']);
      expect(v2.requests[1]?.headers['via']).toBe('1.1 lifeboat');
    },
  );

  it.each([
    ['with its length', body, {}],
    [
      'in chunks',
      `9\r\n${body.slice(0, 9)}\r\n2\r\n${body.slice(9)}\r\n0\r\n\r\n`,
      { 'Transfer-Encoding': 'chunked' },
    ],
  ])('sends a refused write once more with its body, sent %s', async (_, sent, headers) => {
    await start();
    const write = { method: 'PATCH', body: sent, headers };
    expect((await call(bearer('old-b'), '/v2/x', write)).status).toBe(200);
    expect(shownKeys()).toEqual(['Bearer first-b', 'Bearer next-b']);
    expect(v2.requests.map((seenRequest) => seenRequest.body)).toEqual([body, body]);
  });

  it('does not resend a body that is too long to hold: the client gets the 401, the next request the other key', async () => {
    await start();
    const write = { method: 'PATCH', body: `"${'x'.repeat(300_000)}"` };
    expect((await call(bearer('old-b'), '/v2/x', write)).status).toBe(401);
    expect((await call(bearer('old-b'), '/v2/x', write)).status).toBe(200);
    expect(shownKeys()).toEqual(['Bearer first-b', 'Bearer next-b']);
  });

  it('does not resend a write that is refused before its body has come', async () => {
    await start();
    v2.play({ head: (_seen, socket) => socket.write(reply(401, '{"message":"Unauthenticated."}')) });
    const length = { 'Content-Length': '20' };
    const write = requestText({
      method: 'PATCH',
      path: '/v2/x',
      body: '{"price"',
      headers: { Authorization: 'Bearer old-b', ...length },
    });
    const answer = await talk(startedWhole.gateway, write);
    expect(answer.status).toBe(401);
    expect(v2.requests).toEqual([]);
  });

  it('refuses a request when v2 takes neither key', async () => {
    await start();
    good = new Set();
    const refused = await call(bearer('old-b'), '/v2/x');
    expect([refused.status, refused.body]).toEqual([401, '{"message":"Unauthenticated."}']);
    expect(shownKeys()).toEqual(['Bearer first-b', 'Bearer next-b']);
  });

  it('sends nothing again after a refusal that breaks off', async () => {
    await start();
    v2.play({
      request: (_seen, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 50\r\n\r\n{"mess'),
    });
    const answer = await call(bearer('old-b'), '/v2/x', { method: 'DELETE' });
    expect([answer.status, answer.headers['x-lifeboat-ambiguous']]).toEqual([502, '1']);
    expect(v2.requests).toHaveLength(1);
  });

  it('does not exchange a withdrawn v2 key for its successor', async () => {
    await start();
    expect((await call(bearer('first-b'), '/v2/x')).status).toBe(401);
    expect((await call(bearer('first-b'), OFFER)).status).toBe(401);
    expect(shownKeys()).toEqual(['Bearer first-b', 'Bearer first-b']);
  });
});

describe('a request that v1 answers without a key', () => {
  const path = '/v1/accounts/template/the-game';

  it.each([
    [undefined, ['guest']],
    ['Bearer undefined', ['guest']],
    ['Bearer', ['guest']],
    ['Bearer old-a', ['new-a']],
    ['Bearer old-b', ['first-b', 'next-b']],
  ])('is answered with any key: for %s v2 sees %j', async (key, keys) => {
    await start({ LIFEBOAT_KEYS_GUEST: 'guest' });
    expect((await call(key, path)).status).toBe(200);
    expect(shownKeys()).toEqual(keys.map(bearer));
  });

  it.each([
    [undefined, ['guest']],
    ['Bearer undefined', ['undefined', 'guest']],
    ['Bearer new-a', ['new-a']],
  ])('is answered without a key table, too: for %s v2 sees %j', async (key, keys) => {
    startedWhole = await startWhole({ LIFEBOAT_UPSTREAM_V2: v2.origin, LIFEBOAT_KEYS_GUEST: 'guest' });
    expect((await call(key, path)).status).toBe(200);
    expect(shownKeys()).toEqual(keys.map(bearer));
  });

  it('gets 401 without keys.guest, like every other request without a key', async () => {
    await start();
    expect((await call('Bearer undefined', path)).status).toBe(401);
    expect(v2.requests).toEqual([]);
  });
});
