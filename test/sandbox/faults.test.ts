import { request } from 'undici';
import { isJsonObject, type Json } from '../../src/contract/json';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { callSandbox, dataOf, listOf } from './support/callSandbox';
import { control } from './support/control';
import { openSandbox } from './support/openSandbox';
import { createTestClock, type TestClock } from './support/testClock';

const GAMES = 'GET /v2/games';

describe('faults on demand', () => {
  let sandbox: Sandbox;
  let clock: TestClock;
  beforeEach(async () => {
    clock = createTestClock();
    sandbox = await openSandbox({ offers: 3, clock });
  });
  afterEach(() => sandbox.close());

  const set = (fault: Json) => control(sandbox, 'POST /faults', fault);

  it('answer a status, as often as asked and then no more', async () => {
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
    await expect(callSandbox(sandbox, GAMES)).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
  });

  it.each([true, false])('reset a connection, the write executed: %s', async (executed) => {
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

  it('hold an answer back', async () => {
    await set({ latency: 5_000 });
    let answered = false;
    const answer = callSandbox(sandbox, GAMES).then((done) => {
      answered = true;
      return done;
    });
    while (sandbox.requests().length === 0)
      await request(`${sandbox.origin}/docs`).then(({ body }) => body.dump());
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

  it('show other content in one thing as in a list, of the meant things and to the meant seller only', async () => {
    const before = listOf(await callSandbox(sandbox, 'GET /v2/account-offers?sort=id'));
    const meant = before[1]?.title ?? null;
    const edits = [{ at: 'game.name', kind: 'append', text: '!' }];
    const disturbance = { kind: 'rewrite', edits, where: { title: meant } };
    await set({ route: 'GET /v2/account-offers', seller: 2, disturbance: { kind: 'status', status: 500 } });
    await set({ route: 'GET /v2/account-offers', seller: 1, disturbance });
    await set({ route: 'GET /v2/account-offers/{account}', disturbance });
    const after = listOf(await callSandbox(sandbox, 'GET /v2/account-offers?sort=id'));
    const { game } = after[1] ?? {};
    expect(isJsonObject(game) && game.name).toMatch(/!$/);
    expect(after.with(1, {})).toEqual(before.with(1, {}));
    for (const offer of after) {
      const single = await callSandbox(sandbox, `GET /v2/account-offers/${Number(offer.id)}`);
      expect(dataOf(single)).toEqual(offer);
    }
    expect((await callSandbox(sandbox, 'GET /v2/account-offers/1')).body).toHaveProperty('message');
  });

  it('answer another query, say another page, and count on over all answers', async () => {
    const edits = [{ at: 'views', kind: 'count' }];
    const query = [{ at: 'page', kind: 'add', by: 1 }];
    const meta = [{ at: 'current_page', kind: 'add', by: -1 }];
    await set({ route: 'GET /v2/account-offers', disturbance: { kind: 'rewrite', edits, query, meta } });
    const list = 'GET /v2/account-offers?sort=id&per_page=1&page=1';
    for (const views of [1, 2]) {
      const { body } = await callSandbox(sandbox, list);
      expect(body).toMatchObject({ data: [{ id: 500_002, views }], meta: { current_page: 1, from: 2 } });
    }
  });

  it('meet other routes never, and end when they are removed', async () => {
    await set({ route: GAMES, disturbance: { kind: 'status', status: 500 } });
    expect((await callSandbox(sandbox, 'GET /v2/payouts')).status).toBe(200);
    await control(sandbox, 'DELETE /faults');
    expect((await callSandbox(sandbox, GAMES)).status).toBe(200);
  });

  it('are refused when they make no sense', async () => {
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

describe('the control API', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox({ offers: 3 });
  });
  afterAll(() => sandbox.close());

  it('shows what arrived, with secrets masked', async () => {
    await callSandbox(sandbox, `GET /v1/accounts/by-login/${sandbox.sampleLogin}`);
    await callSandbox(sandbox, 'POST /v2/account-offers', {
      login: 'canary-login',
      password: 'canary-password',
      credentials: ['canary-credential'],
      title: 'shown',
    });
    const { body } = await control(sandbox, 'GET /requests');
    const shown = JSON.stringify(body);
    expect(shown).toContain('/v1/accounts/by-login/***');
    expect(shown).toContain('"title":"shown"');
    expect(shown).not.toMatch(/canary|eyJ/);
    expect(shown).not.toContain(sandbox.sampleLogin);
    await control(sandbox, 'DELETE /requests');
    expect(sandbox.requests()).toEqual([]);
  });

  it.each([
    ['from a page in a browser', { origin: 'https://evil.example' }],
    ['under a name that is not this machine’s', { host: 'evil.example' }],
  ])('refuses requests %s', async (_what, headers) => {
    const answer = await request(`${sandbox.origin}/_sandbox/keys`, { headers });
    expect(answer.statusCode).toBe(403);
    await answer.body.dump();
  });

  it('is on no path of the API', async () => {
    expect((await callSandbox(sandbox, 'GET /v2/_sandbox/faults')).status).toBe(404);
  });
});
