import type { Json, JsonObject } from '../../src/contract/json.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { callSandbox } from '../sandbox/support/callSandbox.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { attributesOf, envelopesOf } from './support/envelopes.ts';

let market: Sandbox;
let gateway: StartedGateway;

/** What is refused changes nothing, so that v1 and the gateway over v2 share one marketplace. */
beforeAll(async () => {
  market = await openSandbox({ offers: 100 });
  gateway = await startGateway({ v2: market.origin });
});

/** The answers of v1 itself and of the gateway over v2 to one call. */
async function inBoth(call: string, body?: Json) {
  const ownAnswered = await callSandbox({ ...market, origin: gateway.origin }, call, body, market.keys.v2);
  return { native: await callSandbox(market, call, body), own: ownAnswered };
}

describe('a request that v1 refuses', () => {
  it('is refused over v2 in the same words, with all faults at once, in the order of v1', async () => {
    const [firstObject] = envelopesOf((await inBoth('GET /v1/currency-offers?per_page=1')).own);
    const { game_slug: game } = attributesOf(firstObject);
    const delivery = { duration: 1, unit: 'days' };
    const good = { description: 'd', price: 1, game, stock: 1, min_quantity: 1, delivery_time: delivery };
    const faults: readonly JsonObject[] = [
      { price: 1e10 },
      { price: [], stock: [], description: [] },
      { delivery_time: { duration: -1, unit: 'weeks' }, price: '12345678901234567890', stock: '-1' },
      { delivery_time: { duration: 1.5, unit: 5 }, currency_data: 'x', min_quantity: 0, description: '' },
      { game: 'no-such-game' },
    ];
    for (const fault of faults) {
      const { native, own: ownAnswered } = await inBoth('POST /v1/currency-offers', { ...good, ...fault });
      expect([ownAnswered.status, ownAnswered.body]).toEqual([422, native.body]);
      expect(Object.keys(ownAnswered.body['errors'] as JsonObject)).toEqual(
        Object.keys(native.body['errors'] as JsonObject),
      );
    }
  });

  it.each<[string, JsonObject]>([
    ['accounts', { accounts: [], status: 'sold' }],
    ['accounts', { accounts: [null], status: 5 }],
    ['item-offers', { itemOffers: [999999999, '999999998'], status: 'draft' }],
  ])('to change several %s is refused over v2 in the same words: %j', async (path, body) => {
    const { native, own: ownAnswered } = await inBoth(`PATCH /v1/${path}/status/bulk`, body);
    expect([ownAnswered.status, ownAnswered.body]).toEqual([422, native.body]);
  });

  it.each([
    'DELETE /v1/currency-offers/1',
    'POST /v1/accounts/1',
    'GET /v1/accounts/1/orders',
    'GET /v1/item-offers/1/2',
  ])('is answered over v2 as by v1: %s', async (call) => {
    const { native, own: ownAnswered } = await inBoth(call);
    expect([ownAnswered.status, ownAnswered.headers['allow']]).toEqual([
      native.status,
      native.headers['allow'],
    ]);
    expect([404, 405]).toContain(ownAnswered.status);
  });
});
