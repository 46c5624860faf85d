import { schemas } from '../../src/contract/contracts.js';
import { isJsonObject, type Json, type JsonObject } from '../../src/contract/json.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { type Answered, callSandbox } from '../sandbox/support/callSandbox.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { repetitions } from '../support/repetitions.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { differences } from './support/differences.ts';
import { attributesOf, envelopesOf } from './support/envelopes.ts';

/** Account offers; one currency offer for every three. */
const OFFERS = repetitions(120, 2_000);
/** The attributes of the one resource of an answer. */
const shownOf = (answered: Answered): JsonObject => attributesOf(envelopesOf(answered)[0]);

async function everyItem(sandbox: Sandbox, path: string): Promise<readonly JsonObject[]> {
  const items: JsonObject[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await callSandbox(sandbox, `GET ${path}?page=${page}&per_page=50&sort=id`);
    items.push(...(body['data'] as JsonObject[]));
    pages = Number((body['meta'] as JsonObject)['last_page']);
  }
  return items;
}

const loginOf = (offer: JsonObject): string => {
  const login = isJsonObject(offer['credentials']) ? offer['credentials']['login'] : '';
  return typeof login === 'string' ? login : '';
};

/** A whole v1 update made of what a client has read: prices as text with six decimals, everything echoed back. */
function echoed(attributes: JsonObject, index: number): JsonObject {
  return {
    description: `Description number ${index}`,
    price: Number(attributes['price']).toFixed(6),
    game: attributes['game_slug'],
    stock: JSON.stringify(attributes['stock']),
    min_quantity: attributes['min_quantity'],
    delivery_time: attributes['delivery_time'],
    currency_data: attributes['data'],
    uuid: attributes['uuid'],
  };
}

describe.each([
  ['the specification', false],
  ['the live service', true],
])('the whole catalogue in the shapes of %s', (_, liveShapes) => {
  let v1: Sandbox;
  let v2: Sandbox;
  let gateway: StartedGateway;
  const viaGateway = (call: string, body?: Json) =>
    callSandbox({ ...v2, origin: gateway.origin }, call, body, v2.keys.v2);

  // Two marketplaces grown from one seed: one answers as v1, the other only ever hears v2.
  beforeAll(async () => {
    v1 = await openSandbox({ liveShapes, offers: OFFERS });
    v2 = await openSandbox({ liveShapes, offers: OFFERS });
    gateway = await startGateway({ v2: v2.origin });
  });

  it('answers every account by its login as v1 does, except where the ledger says otherwise', async () => {
    const offers = await everyItem(v2, '/v2/account-offers');
    const logins = [...new Set(offers.map(loginOf).filter((login) => login !== ''))];
    expect(offers.length).toBeGreaterThanOrEqual(OFFERS);
    expect(logins.length).toBeLessThan(offers.filter((offer) => loginOf(offer) !== '').length);
    for (const login of logins) {
      const call = `GET /v1/accounts/by-login/${encodeURIComponent(login)}`;
      const [native, translated] = [await callSandbox(v1, call), await viaGateway(call)];
      expect(translated.status).toBe(200);
      expect(schemas.v1.account.safeParse(shownOf(translated)).error).toBeUndefined();
      expect(differences(translated.body, native.body)).toEqual([]);
    }
  });

  it('updates every currency offer as v1 does', async () => {
    const offers = await everyItem(v2, '/v2/currency-offers');
    expect(offers.length).toBeGreaterThanOrEqual(OFFERS / 3);
    for (const [index, { id }] of offers.entries()) {
      const call = `/v1/currency-offers/${JSON.stringify(id)}`;
      const previousAnswered = await viaGateway(`GET ${call}`);
      const body = echoed(shownOf(previousAnswered), index);
      const native = await callSandbox(v1, `PATCH ${call}`, body);
      const translated = await viaGateway(`PATCH ${call}`, body);
      expect([translated.status, native.status]).toEqual([200, 200]);
      expect(schemas.v1.currencyOffer.safeParse(shownOf(translated)).error).toBeUndefined();
      expect(translated.body).toEqual(native.body);
    }
    const patches = v2.requests().filter(({ method }) => method === 'PATCH');
    expect(patches).toHaveLength(offers.length);
    expect(v2.requests().every(({ target }) => target.startsWith('/v2/'))).toBe(true);
  });
});
