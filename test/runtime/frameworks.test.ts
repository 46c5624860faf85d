import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { IncomingMessage } from 'node:http';
import express from 'express';
import express4 from 'express4';
import { fastify } from 'fastify';
import Koa from 'koa';
import request from 'supertest';
import { createLifeboat, type Lifeboat } from '../../src/index.js';

let lifeboat: Lifeboat;
let path: string;
let authorization: string;

beforeAll(async () => {
  const settings = { log: { level: 'silent' }, cutover: { start: 'v2' } } as const;
  lifeboat = await createLifeboat({ ...settings, sandbox: true, environment: {} });
  if (lifeboat.sandbox === undefined) throw new Error('there is no sandbox');
  path = `/v1/currency-offers/${lifeboat.sandbox.sampleCurrencyOfferId}`;
  authorization = `Bearer ${lifeboat.sandbox.keys.v1}`;
});

afterAll(() => lifeboat.close());

/** A shop's program, with what it has to close. */
interface Shop {
  readonly listener: RequestListener;
  readonly close?: () => Promise<unknown>;
}

const ownEntry = { from: 'the shop' };

/** Puts the gateway before a listener of any kind. */
const before =
  (listener: RequestListener): RequestListener =>
  (request, response) =>
    lifeboat.middleware(request, response, () => listener(request, response));

const shops: Readonly<Record<string, () => Shop | Promise<Shop>>> = {
  'Express 5': () => {
    const app = express().use(lifeboat.middleware);
    return { listener: app.get('/orders', (_request, response) => void response.json(ownEntry)) };
  },
  'Express 4': () => {
    const app = express4().use(lifeboat.middleware).use(express4.json());
    return { listener: app.get('/orders', (_request, response) => void response.json(ownEntry)) };
  },
  'Koa, by the listener': () => {
    const app = new Koa().use((context) => {
      context.body = ownEntry;
    });
    const listener = app.callback();
    return { listener: before((request, response) => void listener(request, response)) };
  },
  'Fastify, by its server': async () => {
    let listener: RequestListener = () => undefined;
    const app = fastify({
      serverFactory: (handle) => {
        listener = before((request: IncomingMessage, response: ServerResponse) => handle(request, response));
        return createServer(listener);
      },
    });
    app.get('/orders', () => ownEntry);
    await app.ready();
    return { listener, close: () => app.close() };
  },
  'bare node:http': () => ({
    listener: before((_request, response) => void response.end(JSON.stringify(ownEntry))),
  }),
};

describe.each(Object.entries(shops))('lifeboat in %s', (_name, open) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await open();
  });
  afterAll(() => shop.close?.());

  it('answers a v1 read from v2', async () => {
    const answer = await request(shop.listener).get(path).set({ authorization });
    expect([answer.status, answer.headers['x-lifeboat-served-by']]).toEqual([200, 'v2']);
  });

  it('reads the body of a v1 write', async () => {
    const refused = await request(shop.listener).patch(path).set({ authorization }).send({ price: [] });
    expect([refused.status, Object.keys(refused.body as object)]).toEqual([422, ['message', 'errors']]);
  });

  it('leaves all other requests to the program', async () => {
    const answer = await request(shop.listener).get('/orders');
    expect(JSON.parse(answer.text)).toEqual(ownEntry);
  });
});

it('calls v2 with the key of the program, whatever the client has sent', async () => {
  const app = express4().use((asked, _response, next) => {
    if (asked.url.endsWith('?known')) asked.headers.authorization = authorization;
    next();
  });
  app.use(lifeboat.middleware);
  const ask = (target: string) => request(app).get(target).set({ authorization: 'Bearer of-the-shop' });
  expect((await ask(`${path}?known`)).status).toBe(200);
  expect((await ask(path)).status).not.toBe(200);
});

it('answers in Express 4 below the path that it is mounted at', async () => {
  const app = express4().use('/market', lifeboat.middleware);
  expect((await request(app).get(`/market${path}`).set({ authorization })).status).toBe(200);
});
