import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../src/contract/json.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { callSandbox, dataOf, listOf } from '../sandbox/support/callSandbox.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { startGateway } from '../support/startGateway.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  // The live service's limits: 5 writes a minute to one resource.
  sandbox = await openSandbox({ rateLimits: 'strict' });
});

/** Sends an offer as a repricer does: as it was read, with a new price. */
function written(offer: JsonObject, price: string): JsonObject {
  const { attributes } = offer;
  if (!isJsonObject(attributes)) throw new Error('no attributes');
  const { description = null, game_slug: game = null, stock = null, min_quantity = null } = attributes;
  const { delivery_time = null, data: currency_data = null } = attributes;
  return { description, price, game, stock, min_quantity, delivery_time, currency_data };
}

async function repricer(unchanged: 'answer' | 'send', at: number) {
  const gateway = await startGateway({
    v2: sandbox.origin,
    environment: { LIFEBOAT_WRITES_UNCHANGED: unchanged },
  });
  const through = { ...sandbox, origin: gateway.origin };
  const call = (line: string, body?: JsonObject) => callSandbox(through, line, body, sandbox.keys.v2);
  const offer = listOf(await call('GET /v1/currency-offers'))[at] ?? {};
  const path = `/v1/currency-offers/${z.string().parse(offer['id'])}`;
  return {
    read: () => call(`GET ${path}`),
    price: (price: string) => call(`PATCH ${path}`, written(offer, price)),
  };
}

describe('a program that writes its prices repeatedly', () => {
  it('gets successes while it changes nothing, and the right time of the next possible change', async () => {
    const { read, price } = await repricer('answer', 0);
    for (const cents of [1, 2, 3, 4, 5]) expect((await price(`0.0${cents}`)).status).toBe(200);
    for (let time = 0; time < 5; time += 1) {
      const same = await price('0.050000');
      expect([same.status, same.headers['x-lifeboat-unchanged']]).toEqual([200, '1']);
      expect(dataOf(same)).toEqual(dataOf(await read()));
    }
    const nextAnswered = await price('0.06');
    expect([nextAnswered.status, nextAnswered.headers['x-lifeboat-unchanged']]).toEqual([429, undefined]);
    const seconds = Number(nextAnswered.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(dataOf(await read())).toMatchObject({ attributes: { price: 0.05 } });
  });

  it("gets v2's 429 for every write if the setting says so", async () => {
    const { price } = await repricer('send', 1);
    for (let time = 0; time < 5; time += 1) expect((await price('0.01')).status).toBe(200);
    const { status, headers } = await price('0.01');
    expect([status, headers['x-lifeboat-unchanged']]).toEqual([429, undefined]);
  });
});
