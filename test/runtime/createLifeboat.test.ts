import { appendFileSync, copyFileSync, mkdirSync } from 'node:fs';
import express, { type ErrorRequestHandler } from 'express';
import pino from 'pino';
import request from 'supertest';
import { createLifeboat, type Lifeboat } from '../../src/index.js';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { answering, startUpstream } from '../support/upstream.ts';
import { waitUntil } from '../support/waitUntil.ts';
import { systemClock } from '../../src/runtime/systemClock.js';
import { fakeClock } from '../gateway/support/fakeClock.ts';

let lifeboat: Lifeboat;
let path: string;
let authorization: string;

beforeAll(async () => {
  const settings = { log: { level: 'silent' }, cutover: { start: 'v2' } } as const;
  lifeboat = await createLifeboat({ sandbox: true, ...settings, environment: {} });
  if (lifeboat.sandbox === undefined) throw new Error('there is no sandbox');
  const { keys, sampleCurrencyOfferId } = lifeboat.sandbox;
  path = `/v1/currency-offers/${sampleCurrencyOfferId}`;
  authorization = `Bearer ${keys.v1}`;
});

afterAll(() => lifeboat.close());

/** An application of a user's, with routes of its own. */
function shop() {
  const app = express();
  app.use(lifeboat.middleware);
  app.get('/v1/prices', (_request, response) => void response.json({ from: 'the shop' }));
  app.get('/orders', (_request, response) => void response.json({ from: 'the shop' }));
  return app;
}

async function expectChange(app: express.Express, description: string, price: number): Promise<void> {
  const offer = {
    description,
    game: lifeboat.sandbox?.sampleCurrencyGame,
    price: String(price),
    stock: 500,
    min_quantity: 100,
    delivery_time: { duration: 2, unit: 'hours' },
    currency_data: { server: 'Global', faction: 'Crown' },
  };
  const changed = await request(app).patch(path).set({ authorization }).send(offer);
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { data: { attributes: { description, price } } },
  ]);
}

describe('lifeboat in an Express application', () => {
  it('answers a v1 request from v2, as on a separate port', async () => {
    const mounted = await request(shop()).get(path).set({ authorization });
    expect(mounted.status).toBe(200);
    expect(mounted.headers).toMatchObject({ 'x-lifeboat-served-by': 'v2', 'cache-control': 'no-store' });
    const alone = await request(lifeboat.listener).get(path).set({ authorization });
    expect([alone.status, alone.body]).toEqual([200, mounted.body]);
  });

  it('answers below the path that it is mounted at', async () => {
    const app = express().use('/market', lifeboat.middleware);
    expect((await request(app).get(`/market${path}`).set({ authorization })).status).toBe(200);
  });

  it('makes a change that a client sends', async () => {
    await expectChange(shop(), 'changed', 7.77);
  });

  it('refuses a mapped request in the v1 shape', async () => {
    const refused = await request(shop()).get('/v1/currency-offers/none').set({ authorization });
    expect([refused.status, refused.type]).toEqual([404, 'application/json']);
    expect((await request(shop()).get(path)).status).toBe(401);
  });

  it('hands on requests without an operation, even below /v1', async () => {
    for (const ownPath of ['/orders', '/v1/prices']) {
      expect((await request(shop()).get(ownPath)).body).toEqual({ from: 'the shop' });
    }
    expect((await request(shop()).get('/v1/nothing')).text).toContain('Cannot GET /v1/nothing');
  });

  it('explains that a body parser comes first', async () => {
    const handler: ErrorRequestHandler = (error: Error, _request, response, _next) =>
      void response.status(500).json({ message: error.message });
    const app = express().use(express.json(), lifeboat.middleware, handler);
    const answer = await request(app).patch(path).set({ authorization }).send({ price: '7.77' });
    expect([answer.status, answer.body]).toEqual([
      500,
      { message: expect.stringContaining('lifeboat.middleware must come before body parsers') as string },
    ]);
  });

  it('takes a body from a parser that has kept the bytes', async () => {
    const keep = express.json({
      verify: (keptRequest, _response, bytes) => Object.assign(keptRequest, { rawBody: bytes }),
    });
    const app = express().use(keep, lifeboat.middleware);
    await expectChange(app, 'kept', 8.88);
  });

  it('shows the pages of the operator below their mount path', async () => {
    const app = express().use('/operator', lifeboat.admin);
    expect((await request(app).get('/operator/readyz')).body).toMatchObject({ status: 'ready' });
    expect((await request(app).get('/operator/metrics')).text).toContain(
      'lifeboat_operations_total{resource="currency-offer",operation="getCurrencyOffer",side="v2",outcome="ok"}',
    );
  });

  it('rejects with every reason when it cannot start', async () => {
    const settings = { listen: { prot: '1' }, deadlines: { request: 'soon' } };
    await expect(createLifeboat({ ...(settings as object), environment: {} })).rejects.toMatchObject({
      name: 'StartError',
      reasons: expect.arrayContaining([
        expect.stringContaining('listen.prot is not a setting'),
        expect.stringContaining('deadlines.request'),
      ]) as unknown,
    });
  });
});

const folder = temporaryFolder();

describe('lifeboat steered by its program', () => {
  const settings = {
    log: { level: 'silent' },
    cutover: { start: 'v1' },
    sunset: '2099-01-01T00:00:00Z',
  } as const;

  it('moves a stage, and emits the events', async () => {
    const lifeboat = await createLifeboat({ sandbox: true, ...settings, environment: {} });
    const heard: string[] = [];
    lifeboat.events.on('moved', ({ text }) => heard.push(text));
    lifeboat.events.on('notice', ({ kind }) => heard.push(kind));
    const moved = await lifeboat.stage('account', 'shadow', { reason: 'to compare', actor: 'ada' });
    expect(moved).toMatchObject({ ok: true });
    expect(heard).toEqual(['moved', 'account moved from v1 to shadow (manual, ada): to compare']);
    expect(await lifeboat.stage('account', 'v2', { reason: 'too soon' })).toMatchObject({
      ok: false,
      why: 'gate',
    });
    await expect(lifeboat.stage('account', 'canry', { reason: 'x' })).rejects.toThrow('no stage "canry"');
    await lifeboat.close();
  });

  it('writes dates of v1 accounts in the style of the settings, even after a reload', async () => {
    const mappings = folder.path('iso');
    mkdirSync(folder.path('iso/fixtures'), { recursive: true });
    for (const file of ['account.yaml', 'fixtures/account.yaml']) {
      copyFileSync(`mappings/${file}`, `${mappings}/${file}`);
    }
    const common = { sandbox: true, log: settings.log, environment: {}, mappings } as const;
    const dates = { account: 'iso' } as const;
    const [unix, iso] = [await createLifeboat(common), await createLifeboat({ ...common, dates })];
    const show = async (lifeboat: Lifeboat) => {
      const key = `Bearer ${lifeboat.sandbox?.keys.v1 ?? ''}`;
      const answer = await request(lifeboat.listener).get('/v1/accounts').set({ authorization: key });
      const [firstRow] = (answer.body as { data: { id: string; attributes: Record<string, unknown> }[] })
        .data;
      const read = await request(lifeboat.listener)
        .get(`/v1/accounts/${firstRow?.id ?? ''}`)
        .set({ authorization: key });
      const { attributes } = (read.body as { data: { attributes: Record<string, unknown> } }).data;
      return [firstRow?.attributes, attributes].flatMap((shownEntry) => [
        shownEntry?.['created_at'],
        shownEntry?.['updated_at'],
      ]);
    };
    for (const date of await show(unix)) expect(date).toEqual(expect.any(Number));
    for (const date of await show(iso)) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(await iso.check()).toEqual({ ok: true, faults: [] });
    const inForce = async () =>
      ((await request(iso.admin).get('/healthz')).body as { mappings: string }).mappings;
    const hashBefore = await inForce();
    appendFileSync(`${mappings}/account.yaml`, '\n# Changed while the gateway runs.\n');
    await waitUntil(async () => (await inForce()) !== hashBefore);
    for (const date of await show(iso)) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    await Promise.all([unix.close(), iso.close()]);
  });

  it('explains a request and an answer of v2 by the mappings in force, and sends nothing', () => {
    const question = { method: 'get', path: '/v1/currency-offers/7' };
    expect(lifeboat.explain(question)).toMatchObject({
      route: { operation: 'getCurrencyOffer', v2: 'GET /v2/currency-offers/{currencyOffer}' },
      calls: [],
      attributes: [],
    });
    const body = JSON.stringify({ price: '0.5', colour: 'red' });
    const { members, answer } = lifeboat.explain({ method: 'PATCH', path: question.path, body });
    expect(members).toMatchObject([{ member: 'price', value: '0.5', target: 'price' }]);
    expect(answer?.status).toBe(422);
    expect(() => lifeboat.explain({ method: 'GET', path: '/v1/nothing' })).toThrow(
      'no mapping answers this GET',
    );
    expect(lifeboat.explain({ ...question, v2: { data: { id: 7 } } }).answer).toMatchObject({ status: 502 });
    expect(() => lifeboat.explain({ ...question, v2: () => 1 })).toThrow('v2 is not JSON');
  });

  it('checks its mappings', async () => {
    const [mappings, file] = [folder.path('mappings'), folder.path('mappings/currency-order.yaml')];
    mkdirSync(mappings);
    copyFileSync('mappings/currency-order.yaml', file);
    const lifeboat = await createLifeboat({ sandbox: true, ...settings, mappings, environment: {} });
    expect(await lifeboat.check()).toEqual({ ok: true, faults: [] });
    appendFileSync(file, 'nonsense: 1\n');
    expect(await lifeboat.check()).toEqual({ ok: false, faults: [expect.stringContaining('nonsense')] });
    await lifeboat.close();
  });

  it('writes its log to the program, without secrets, by the clock of the program', async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
    const clock = { ...systemClock, now: () => Date.UTC(2025, 9, 1) };
    const lifeboat = await createLifeboat({
      sandbox: true,
      cutover: settings.cutover,
      environment: {},
      logger,
      clock,
    });
    if (lifeboat.sandbox === undefined) throw new Error('there is no sandbox');
    await request(lifeboat.listener)
      .get(`/v1/currency-offers/${lifeboat.sandbox.sampleCurrencyOfferId}`)
      .set({ authorization });
    await lifeboat.close();
    expect(lines.join()).toContain('"route":"/v1/currency-offers/{id}"');
    expect(lines.join()).not.toContain(authorization.slice(10));
  });

  it('leaves nothing behind in the process after many openings', async () => {
    const listeners = () => process.eventNames().map((name) => [String(name), process.listenerCount(name)]);
    const listenersBefore = listeners();
    const both = await Promise.all(
      [1, 2].map(() => createLifeboat({ sandbox: true, ...settings, environment: {} })),
    );
    expect(process.listenerCount('SIGHUP')).toBe(0);
    for (const lifeboat of both) await lifeboat.close();
    expect(listeners()).toEqual(listenersBefore);
  });
});

describe('lifeboat that is closed', () => {
  it('is no longer ready, and can be opened again', async () => {
    const settings = { log: { level: 'silent' } } as const;
    for (const round of ['first', 'second']) {
      const lifeboat = await createLifeboat({ sandbox: true, ...settings, environment: {} });
      await lifeboat.close({ round });
      expect((await request(lifeboat.admin).get('/readyz')).status).toBe(503);
    }
  });

  it('leaves no timer waiting even if v2 has asked for a pause', async () => {
    const upstream = await startUpstream(answering(429, '{}', { 'retry-after': '3600' }));
    const clock = fakeClock();
    const lifeboat = await createLifeboat({
      upstream: { v2: upstream.origin },
      store: 'memory',
      log: { level: 'silent' },
      cutover: { start: 'v2' },
      environment: {},
      clock,
    });
    const answer = await request(lifeboat.listener)
      .get('/v1/accounts/by-login/somebody')
      .set({ authorization });
    expect(answer.status).toBe(429);
    await lifeboat.close();
    expect(clock.pending()).toBe(0);
    await upstream.close();
  });
});
