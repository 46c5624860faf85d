import { contracts } from '../../src/contract/contracts.js';
import { compileGuard } from '../../src/contract/valueGuard.js';
import type { Json, JsonObject } from '../../src/contract/json.js';
import type { Sandbox } from '../../src/sandbox/sandboxOptions.js';
import { type Answered, callSandbox } from '../sandbox/support/callSandbox.ts';
import { openSandbox } from '../sandbox/support/openSandbox.ts';
import { type StartedGateway, startGateway } from '../support/startGateway.ts';
import { differences } from './support/differences.ts';
import { attributesOf, envelopesOf, idsOf, newAccount, statusOf, textOf } from './support/envelopes.ts';

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
  it('are the same with data, without data, and for an unknown id', async () => {
    const [id = ''] = idsOf(await alike('GET /v1/accounts?page=40&per_page=1'));
    for (const path of [id, `${id}?with_data=1`, '999999999']) await alike(`GET /v1/accounts/${path}`);
  });

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

describe('the life of an account over v2 and of v1', () => {
  it('is the same: created, found by its login, listed, drafted, deleted', async () => {
    const [firstAccount] = envelopesOf(await alike('GET /v1/accounts?per_page=1&with_data=1'));
    const { game_slug: game, data } = attributesOf(firstAccount);
    const body = { ...newAccount(textOf(game), 'fresh@login'), price: '12.50', account_data: data };
    await alike('GET /v1/accounts/by-login/fresh@login');
    const { native, reply } = await inBoth('POST /v1/accounts', body);
    expect([reply.status, native.status]).toEqual([201, 201]);
    const paths = differences(reply.body, native.body);
    expect(paths.filter((path) => !/(created|updated)_at$/.test(path))).toEqual([]);
    const [id = ''] = idsOf(reply);
    const foundAnswer = await translated('GET /v1/accounts/by-login/fresh@login');
    expect([foundAnswer.status, idsOf(foundAnswer)]).toEqual([200, [id]]);
    for (const status of ['listed', 'draft', 'sold']) {
      const { reply: ours, native: theirs } = await inBoth(`PATCH /v1/accounts/${id}/status`, { status });
      expect(ours.status).toBe(theirs.status);
    }
    const deleted = await alike(`DELETE /v1/accounts/${id}`);
    expect(deleted.status).toBe(200);
    await alike(`GET /v1/accounts/${id}`);
    await alike('GET /v1/accounts/by-login/fresh@login');
  });

  it('has the same refusals at its creation', async () => {
    for (const body of [
      {},
      {
        ...newAccount('no-such-game', 'a'),
        price: '0.5',
        level_up_method: 'by_magic',
        title: 'x'.repeat(256),
      },
      { ...newAccount('x', 'a'), delivery_time: null, image_urls: ['nowhere'] },
      { ...newAccount('x', 'a'), is_manual: 1, image_urls: [], level_up_method: 5 },
    ]) {
      const { native, reply } = await inBoth('POST /v1/accounts', body);
      const [ours, theirs] = [reply.body['errors'], native.body['errors']] as JsonObject[];
      expect(reply.status).toBe(422);
      // Errors that only the marketplace can find come after all others are right.
      expect(theirs).toMatchObject(ours ?? {});
    }
  });
});

describe('item and currency offers over v2 and of v1', () => {
  it('are the same one by one, and accept the same statuses', async () => {
    const [item = ''] = idsOf(await alike('GET /v1/item-offers?per_page=1'));
    await alike(`GET /v1/item-offers/${item}`);
    for (const status of ['archived', 'draft', 'listed', 'lost']) {
      const { native, reply } = await inBoth(`PATCH /v1/item-offers/${item}/status`, { status });
      expect([reply.status, reply.body['errors']]).toEqual([native.status, native.body['errors']]);
    }
  });

  it('are the same at their creation and in every action', async () => {
    const [firstOffer] = envelopesOf(await alike('GET /v1/currency-offers?per_page=1'));
    const { game_slug: game, data, delivery_time } = attributesOf(firstOffer);
    const body = {
      game,
      description: 'Gold',
      price: '0.000012',
      stock: '100',
      min_quantity: 1,
      delivery_time,
      currency_data: data,
    };
    const { native, reply } = await inBoth('POST /v1/currency-offers', body);
    expect([reply.status, native.status]).toEqual([201, 201]);
    expect(idsOf(reply)).toEqual(idsOf(native));
    const [id = ''] = idsOf(reply);
    const path = `/v1/currency-offers/${id}/actions`;
    for (const action of ['list', 'unlist', 'archive', 'list', 'unarchive']) {
      const done = await inBoth(`PATCH ${path}/${action}`);
      expect([done.reply.status, statusOf(done.reply)]).toEqual([done.native.status, statusOf(done.native)]);
    }
  });

  it('have orders that are completed with the same answer', async () => {
    const { body } = await callSandbox(
      v2,
      'GET /v2/currency-orders?filter[status]=in_delivery,pending,delivered&per_page=50',
    );
    const orders = (body['data'] as JsonObject[]).map(({ id }) => JSON.stringify(id));
    expect(orders.length).toBeGreaterThan(0);
    for (const id of orders.slice(0, 10)) {
      const { native, reply } = await inBoth(`PATCH /v1/currency-orders/${id}/actions/complete`);
      expect(reply.status).toBe(native.status);
      const paths = differences(reply.body, native.body);
      expect(paths.filter((path) => !/(completed|updated)_at$/.test(path))).toEqual([]);
    }
  });
});

describe('bulk changes over v2 and of v1', () => {
  it('are the same when all changes succeed, with ids as numbers or as texts', async () => {
    const offers = envelopesOf(await alike('GET /v1/accounts?per_page=1000'));
    const listed = offers.filter((offer) => attributesOf(offer)['status'] === 'Listed');
    const accounts = listed.slice(0, 120).map(({ id }, index) => (index % 2 === 0 ? id : Number(id)) ?? null);
    expect(accounts.length).toBe(120);
    const { native, reply } = await inBoth('PATCH /v1/accounts/status/bulk', { accounts, status: 'draft' });
    expect([reply.status, reply.body['message']]).toEqual([200, native.body['message']]);
    expect(idsOf(reply)).toEqual(idsOf(native));
    expect(new Set(envelopesOf(reply).map((offer) => attributesOf(offer)['status']))).toEqual(
      new Set(['Draft']),
    );
  });

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
