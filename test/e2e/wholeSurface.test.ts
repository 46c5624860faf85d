import { contracts } from '../../src/contract/contracts.js';
import { compileGuard } from '../../src/contract/valueGuard.js';
import type { Json, JsonObject } from '../../src/contract/json.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { type Answered, callSandbox } from '../sandbox/support/callSandbox.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { differences } from './support/differences.ts';
import { attributesOf, envelopesOf, idsOf, statusOf, textOf } from './support/envelopes.ts';

const OFFERS = 2_000;

let v1: Sandbox;
let v2: Sandbox;
let gateway: StartedGateway;

/** Two marketplaces grown from one seed: one answers as v1, the other only ever hears v2. */
beforeAll(async () => {
  [v1, v2] = await Promise.all([openSandbox({ offers: OFFERS }), openSandbox({ offers: OFFERS })]);
  gateway = await startGateway({
    v2: v2.origin,
    environment: { LIFEBOAT_KEYS_GUEST: v2.keys.v2, LIFEBOAT_DEADLINES_REQUEST: '60000' },
  });
});

const translated = (call: string, body?: Json, key: string | null = v2.keys.v2): Promise<Answered> =>
  callSandbox({ ...v2, origin: gateway.origin }, call, body, key);

interface Both {
  readonly native: Answered;
  readonly reply: Answered;
}

async function inBoth(call: string, body?: Json): Promise<Both> {
  return { native: await callSandbox(v1, call, body), reply: await translated(call, body) };
}

/** Expects both to answer alike, but for what the ledger names; answers v1's own. */
async function alike(call: string, body?: Json): Promise<Answered> {
  const { native, reply } = await inBoth(call, body);
  expect([reply.status, differences(reply.body, native.body)]).toEqual([native.status, []]);
  return native;
}

/** All items of a v1 list, as old clients read it: until `meta.to` has come to `meta.total`. */
async function wholeList(path: string, perPage: number): Promise<readonly JsonObject[]> {
  const items: JsonObject[] = [];
  for (let page = 1, hasEnded = false; !hasEnded; page += 1) {
    const answered = await alike(`GET ${path}?page=${page}&per_page=${perPage}&with_data=1`);
    const meta = answered.body['meta'] as { to: number; total: number };
    items.push(...envelopesOf(answered));
    hasEnded = meta.to >= meta.total;
  }
  return items;
}

describe('lists over v2 and of v1', () => {
  it.each([
    ['/v1/accounts', 'account', 1_000],
    ['/v1/item-offers', 'itemOffer', 1_000],
    ['/v1/currency-offers', 'currencyOffer', 75],
  ])('of %s are the same, page by page, in the same order', async (path, contract, perPage) => {
    const items = await wholeList(path, perPage);
    const guard = compileGuard(
      contracts.v1.get(contract) ?? { kind: 'boolean', nullable: false, optional: false, secret: false },
    );
    expect(items.map((item) => guard(attributesOf(item))).filter((wrong) => wrong !== undefined)).toEqual([]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    if (path === '/v1/accounts') expect(items).toHaveLength(OFFERS);
  });

  it.each([
    '',
    '?page=3',
    '?page=2&per_page=7',
    '?page=9999&per_page=1000',
    '?with_data=0',
    '?with_data=true&per_page=3',
  ])('of accounts are the same for the query %j', async (query) => {
    await alike(`GET /v1/accounts${query}`);
  });

  it.each(['?page=0', '?per_page=1001', '?per_page=ten', '?with_data=maybe', '?page=-1&per_page=0'])(
    'refuse the query %j in the same words',
    async (query) => {
      const { native, reply } = await inBoth(`GET /v1/accounts${query}`);
      expect(reply.status).toBe(422);
      expect(reply.body['errors']).toEqual(native.body['errors']);
    },
  );
});

describe('single accounts over v2 and of v1', () => {
  it('have the same templates, and name the known games for an unknown one', async () => {
    const { native, reply } = await inBoth('GET /v1/accounts/template/all');
    expect([reply.status, reply.body]).toEqual([404, native.body]);
    const games = Object.keys(native.body['games'] as JsonObject);
    expect(games.length).toBeGreaterThan(2);
    for (const slug of games) {
      const template = await inBoth(`GET /v1/accounts/template/${slug}`);
      const [ours, theirs] = [
        template.reply.body['template'],
        template.native.body['template'],
      ] as JsonObject[];
      expect(template.reply.status).toBe(200);
      expect(Object.keys(ours ?? {}).sort()).toEqual(Object.keys(theirs ?? {}).sort());
      // A sample without a value to choose is a guess, and so the ledger says.
      const guessed = theirs?.['server'] === '(optional) any' ? ['ign', 'server'] : ['ign'];
      const otherNames = Object.keys(theirs ?? {}).filter((name) => !guessed.includes(name));
      expect(otherNames.map((name) => ours?.[name])).toEqual(otherNames.map((name) => theirs?.[name]));
    }
  });

  it('have templates without a key and with any key, where a guest key is configured', async () => {
    const open = await translated('GET /v1/accounts/template/all', undefined, null);
    expect(open.status).toBe(404);
    expect(open.body['games']).toBeDefined();
    expect((await translated('GET /v1/accounts', undefined, null)).status).toBe(401);
    // Old programs send `Bearer undefined` there: any key is as good as none.
    const wrong = await translated('GET /v1/accounts/template/all', undefined, 'wrong');
    expect([wrong.status, wrong.body]).toEqual([404, open.body]);
  });
});

describe('bulk changes over v2 and of v1', () => {
  it('name the ids that could not be changed, and change the others', async () => {
    const [firstId = '', two = ''] = idsOf(await alike('GET /v1/item-offers?per_page=2&page=2'));
    const ownBulkAnswer = await translated('PATCH /v1/item-offers/status/bulk', {
      itemOffers: [firstId, 999999999, two],
      status: 'archived',
    });
    expect(ownBulkAnswer.status).toBe(422);
    expect(ownBulkAnswer.body).toEqual({
      message: '1 of 3 could not be changed.',
      errors: { 'itemOffers.1': ['999999999: Resource not found.'] },
    });
    for (const id of [firstId, two])
      expect(statusOf(await translated(`GET /v1/item-offers/${id}`))).toBe('archived');
  });
});

describe('a request that v1 refuses', () => {
  it('is refused over v2 in the same words, with all faults at once, in the order of v1', async () => {
    const [firstOffer] = envelopesOf((await inBoth('GET /v1/currency-offers?per_page=1')).reply);
    const { game_slug: game } = attributesOf(firstOffer);
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
      const { native, reply } = await inBoth('POST /v1/currency-offers', { ...good, ...fault });
      expect([reply.status, reply.body]).toEqual([422, native.body]);
      expect(Object.keys(reply.body['errors'] as JsonObject)).toEqual(
        Object.keys(native.body['errors'] as JsonObject),
      );
    }
  });

  it.each<[string, JsonObject]>([
    ['accounts', { accounts: [], status: 'sold' }],
    ['accounts', { accounts: [null], status: 5 }],
    ['item-offers', { itemOffers: [999999999, '999999998'], status: 'draft' }],
  ])('to change several %s is refused over v2 in the same words: %j', async (path, body) => {
    const { native, reply } = await inBoth(`PATCH /v1/${path}/status/bulk`, body);
    expect([reply.status, reply.body]).toEqual([422, native.body]);
  });

  it.each([
    'DELETE /v1/currency-offers/1',
    'POST /v1/accounts/1',
    'GET /v1/accounts/1/orders',
    'GET /v1/item-offers/1/2',
  ])('is answered over v2 as by v1: %s', async (call) => {
    const { native, reply } = await inBoth(call);
    expect([reply.status, reply.headers['allow']]).toEqual([native.status, native.headers['allow']]);
    expect([404, 405]).toContain(reply.status);
  });
});

describe('every answer to a v1 request', () => {
  it('names the v2 operation that replaces its own', async () => {
    const [id = ''] = idsOf(await translated('GET /v1/accounts?per_page=1'));
    const login = attributesOf(envelopesOf(await translated(`GET /v1/accounts/${id}`))[0])['login'];
    const byLogin = `GET /v1/accounts/by-login/${encodeURIComponent(textOf(login))}`;
    const links: readonly (readonly [string, string])[] = [
      ['GET /v1/accounts', '/v2/account-offers'],
      [`GET /v1/accounts/${id}`, `/v2/account-offers/${id}`],
      [byLogin, `/v2/account-offers/${idsOf(await translated(byLogin)).join()}`],
      ['GET /v1/accounts/by-login/nobody-at-all', '/v2/account-offers'],
      ['PATCH /v1/currency-offers/1/actions/unlist', '/v2/currency-offers/1/draft'],
      ['PATCH /v1/accounts/status/bulk', '/v2/account-offers'],
    ];
    for (const [call, path] of links) {
      const { headers } = await translated(call);
      expect(headers.link).toBe(`<${path}>; rel="successor-version", </guide>; rel="deprecation"`);
    }
    expect(v2.requests().every(({ target }) => target.startsWith('/v2/'))).toBe(true);
  });
});
