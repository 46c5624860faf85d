import { type IncomingHttpHeaders, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { request } from 'undici';
import { isJsonObject, type Json } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { callSandbox, dataOf, listOf } from '../support/callSandbox.ts';
import { control } from '../support/control.ts';
import { openSandbox } from '../support/openSandbox.ts';
import { type FakeClock, fakeClock } from '../../gateway/support/fakeClock.ts';

const GAMES = 'GET /v2/games';

interface Heard {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** A call as it goes over the wire, nothing unpacked and nothing left out. */
function talkTo({ origin, keys }: Sandbox, call: string, body: string): Promise<Heard> {
  const [method, path = ''] = call.split(' ');
  const headers = {
    authorization: `Bearer ${keys.v2}`,
    'content-type': 'application/json',
    'content-length': body.length,
  };
  return new Promise((resolve, reject) => {
    httpRequest(`${origin}${path}`, { method, headers, agent: false })
      .on('error', reject)
      .on('response', (answer) => {
        void answer.toArray().then((chunks: Buffer[]) => {
          const bytes = Buffer.concat(chunks);
          const { statusCode: status, headers: answered } = answer;
          resolve({ status, headers: answered, bytes, text: bytes.toString() });
        }, reject);
      })
      .end(body);
  });
}

describe('faults on demand', () => {
  let sandbox: Sandbox;
  let clock: FakeClock;
  beforeEach(async () => {
    clock = fakeClock(Date.UTC(2025, 10, 15));
    sandbox = await openSandbox({ offers: 3, clock });
  });
  afterEach(() => sandbox.close());

  const talk = (call: string, body = '') => talkTo(sandbox, call, body);

  const set = (fault: Json) => control(sandbox, 'POST /faults', fault);

  it('answer a status as often as requested, and then stop', async () => {
    const disturbance = { kind: 'status', status: 429, retryAfter: 7, message: 'Slow down.' };
    await set({ route: GAMES, count: 2, disturbance });
    for (let time = 0; time < 2; time += 1) {
      const answer = await callSandbox(sandbox, GAMES);
      expect(answer).toMatchObject({
        status: 429,
        body: { message: 'Slow down.' },
        headers: { 'retry-after': '7' },
      });
    }
    expect((await callSandbox(sandbox, GAMES)).status).toBe(200);
    expect(listOf(await control(sandbox, 'GET /faults'))).toEqual([]);
  });

  it('cut an answer off in the middle', async () => {
    await set({ route: GAMES, disturbance: { kind: 'truncate' } });
    await expect(callSandbox(sandbox, GAMES)).rejects.toMatchObject({
      code: 'UND_ERR_SOCKET',
    });
  });

  it.each([true, false])('reset a connection after executing the write: %s', async (executed) => {
    const offer = `/v2/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    await set({
      route: 'PATCH /v2/currency-offers/{currencyOffer}',
      count: 1,
      executed,
      disturbance: { kind: 'reset' },
    });
    await expect(callSandbox(sandbox, `PATCH ${offer}`, { stock: 424_242 })).rejects.toThrow();
    const { stock } = dataOf(await callSandbox(sandbox, `GET ${offer}`));
    expect(stock === 424_242).toBe(executed);
    const patches = sandbox.requests().filter(({ method }) => method === 'PATCH');
    expect(patches).toEqual([expect.objectContaining({ status: null, body: { stock: 424_242 } })]);
  });

  it('delay an answer', async () => {
    await set({ latency: 5_000 });
    let answered = false;
    const answer = callSandbox(sandbox, GAMES).then((done) => {
      answered = true;
      return done;
    });
    while (sandbox.requests().length === 0)
      await request(`${sandbox.origin}/nowhere`).then(({ body }) => body.dump());
    expect(answered).toBe(false);
    clock.advance(5_000);
    expect((await answer).status).toBe(200);
  });

  it('meet a share of the calls, the same share for the same seed', async () => {
    await set({ route: '* /v2/games', rate: 0.5, disturbance: { kind: 'status', status: 503 } });
    const statuses: number[] = [];
    for (let time = 0; time < 40; time += 1) statuses.push((await callSandbox(sandbox, GAMES)).status);
    const met = statuses.filter((status) => status === 503).length;
    expect(met).toBeGreaterThan(8);
    expect(met).toBeLessThan(32);
  });

  it('show other content alone and in a list, only of the chosen resources and to the chosen seller', async () => {
    const rowsBefore = listOf(await callSandbox(sandbox, 'GET /v2/account-offers?sort=id'));
    const meant = rowsBefore[1]?.title ?? null;
    const edits = [{ at: 'game.name', kind: 'append', text: '!' }];
    const disturbance = { kind: 'rewrite', edits, where: { title: meant } };
    await set({ route: 'GET /v2/account-offers', seller: 2, disturbance: { kind: 'status', status: 500 } });
    await set({ route: 'GET /v2/account-offers', seller: 1, disturbance });
    await set({ route: 'GET /v2/account-offers/{account}', disturbance });
    const rowsAfter = listOf(await callSandbox(sandbox, 'GET /v2/account-offers?sort=id'));
    const { game } = rowsAfter[1] ?? {};
    expect(isJsonObject(game) && game.name).toMatch(/!$/);
    expect(rowsAfter.with(1, {})).toEqual(rowsBefore.with(1, {}));
    for (const offer of rowsAfter) {
      const single = await callSandbox(sandbox, `GET /v2/account-offers/${Number(offer.id)}`);
      expect(dataOf(single)).toEqual(offer);
    }
    expect((await callSandbox(sandbox, 'GET /v2/account-offers/1')).body).toHaveProperty('message');
  });

  it('answer another query, report another page, and keep counting over all answers', async () => {
    const edits = [{ at: 'views', kind: 'count' }];
    const query = [{ at: 'page', kind: 'add', by: 1 }];
    const body = [{ at: 'meta.current_page', kind: 'add', by: -1 }];
    await set({ route: 'GET /v2/account-offers', disturbance: { kind: 'rewrite', edits, query, body } });
    const list = 'GET /v2/account-offers?sort=id&per_page=1&page=1';
    for (const views of [1, 2]) {
      const answer = await callSandbox(sandbox, list);
      expect(answer.body).toMatchObject({
        data: [{ id: 500_002, views }],
        meta: { current_page: 1, from: 2 },
      });
    }
  });

  it('affect no other routes, and end when they are removed', async () => {
    await set({ route: GAMES, disturbance: { kind: 'status', status: 500 } });
    expect((await callSandbox(sandbox, 'GET /v2/orders')).status).toBe(200);
    await control(sandbox, 'DELETE /faults');
    expect((await callSandbox(sandbox, GAMES)).status).toBe(200);
  });

  it('rewrite the whole body, whatever it contains, with numbers in the requested form', async () => {
    const body = [
      { at: 'data.0.stock', kind: 'numeral', text: '7E+0' },
      { at: 'data.*.price_eur', kind: 'decimals', digits: '0001' },
      { at: 'links', kind: 'drop' },
      { at: 'more', kind: 'set', value: { any: [1] } },
    ];
    await set({ route: 'GET /v2/currency-offers', disturbance: { kind: 'rewrite', body } });
    const { body: answered } = await callSandbox(sandbox, 'GET /v2/currency-offers');
    expect(answered).toMatchObject({
      data: [{ stock: 7, price_eur: expect.stringMatching(/0001$/) as string }],
    });
    expect(answered).toMatchObject({ more: { any: [1] } });
    expect(answered).not.toHaveProperty('links');
    expect((await talk(GAMES.replace('games', 'currency-offers'))).text).toContain('"stock":7E+0');
  });

  it.each([
    [{ status: 201 }, 201, /^\{"data"/],
    [{ status: 202, empty: true }, 202, /^$/],
    [{ status: 204 }, 204, /^$/],
    [{ body: [{ at: 'data', kind: 'set', value: [] }] }, 200, /^\{"data":\[\]/],
  ])('acknowledge a write that was executed with %j', async (rewrite, status, text) => {
    const offer = `/v2/currency-offers/${sandbox.sampleCurrencyOfferId}`;
    const route = 'PATCH /v2/currency-offers/{currencyOffer}';
    await set({ route, disturbance: { kind: 'rewrite', ...rewrite } });
    const answer = await talk(`PATCH ${offer}`, '{"stock":4711}');
    expect(answer).toMatchObject({ status, text: expect.stringMatching(text) as string });
    expect(dataOf(await callSandbox(sandbox, `GET ${offer}`)).stock).toBe(4_711);
    expect((await callSandbox(sandbox, `PATCH ${offer}`, { stock: -1 })).status).toBe(422);
  });

  it.each([
    ['gzip', gunzipSync, 'gzip'],
    ['deflate', inflateSync, 'deflate'],
    ['raw-deflate', inflateRawSync, 'deflate'],
    ['br', brotliDecompressSync, 'br'],
  ])('encode an answer as %s without a request', async (encoding, unpack, declared) => {
    await set({ route: GAMES, disturbance: { kind: 'wire', encoding, padding: 1_000_000 } });
    const { headers, bytes } = await talk(GAMES);
    expect(headers['content-encoding']).toBe(declared);
    expect(bytes.length).toBeLessThan(20_000);
    const unpacked = unpack(bytes).toString();
    expect(unpacked.length).toBeGreaterThan(1_000_000);
    expect(JSON.parse(unpacked)).toHaveProperty('data');
  });

  it.each([
    [{ status: 503, retryAfter: 30 }, { 'retry-after': '30' }, '{"message":"A fault was asked for."}'],
    [{ status: 423, message: 'The offer is locked.' }, {}, '{"message":"The offer is locked."}'],
    [{ status: 402, body: { message: 'Pay.', code: 7 } }, {}, '{"message":"Pay.","code":7}'],
    [{ status: 502, text: '<h1>Bad</h1>' }, { 'content-type': 'text/html; charset=utf-8' }, '<h1>Bad</h1>'],
  ])('refuse with %j', async (refusal, headers, text) => {
    await set({ route: GAMES, disturbance: { kind: 'status', ...refusal } });
    const answer = await talk(GAMES);
    expect(answer).toMatchObject({ status: refusal.status, text, headers });
  });

  it('act together on one route as far as possible', async () => {
    const rewrite = (edit: Json) => ({ kind: 'rewrite', edits: [edit] });
    await set({ route: GAMES, disturbance: rewrite({ at: 'name', kind: 'append', text: '!' }) });
    await set({ route: GAMES, count: 1, disturbance: rewrite({ at: 'name', kind: 'append', text: '?' }) });
    await set({
      route: GAMES,
      disturbance: { kind: 'wire', headers: { 'X-Seen': '1', 'cache-control': null } },
    });
    await set({ route: GAMES, count: 1, disturbance: { kind: 'status', status: 503 } });
    await set({ route: GAMES, latency: 5 });
    await set({ route: '*', latency: 5 });
    const calls = ['{"message"', '!?"', '!"'].map((text) => [talk(GAMES), text] as const);
    while (sandbox.requests().length < calls.length)
      await request(`${sandbox.origin}/nowhere`).then(({ body }) => body.dump());
    clock.advance(10);
    for (const [call, text] of calls) {
      const answer = await call;
      expect(answer.text).toContain(text);
      expect(answer.headers).toMatchObject({ 'x-seen': '1' });
      expect(answer.headers).not.toHaveProperty('cache-control');
    }
    expect(listOf(await control(sandbox, 'GET /faults')).map(({ met }) => met)).toEqual([2, 3, 3, 3]);
  });

  it('are refused if they make no sense', async () => {
    expect((await set({ rate: 2 })).status).toBe(422);
    expect((await set({ disturbance: { kind: 'explode' } })).status).toBe(422);
    const edits = [{ at: 'price', kind: 'multiply', by: 1e-9 }];
    expect((await set({ disturbance: { kind: 'rewrite', edits } })).status).toBe(422);
    expect(await set({ disturbances: [] })).toMatchObject({
      status: 422,
      body: { errors: { disturbances: ['The disturbances field is invalid.'] } },
    });
    expect(await set({ route: 'GET /v2/nothing' })).toMatchObject({
      status: 422,
      body: { errors: { route: ['The selected route is invalid: no operation has it.'] } },
    });
  });
});
