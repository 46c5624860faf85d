import { isJsonObject, type JsonObject } from '../../../src/contract/json.js';
import type { Sandbox } from '../../../src/sandbox/sandboxOptions.js';
import { callSandbox, listOf } from '../support/callSandbox.ts';
import { openSandbox } from '../support/openSandbox.ts';

const ACCOUNTS = '/v2/account-offers';

describe('lists of v2', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(() => sandbox.close());

  const get = (path: string) => callSandbox(sandbox, `GET ${path}`);
  const gameIdOf = ({ game }: JsonObject) => (game as JsonObject).id;

  it('answer 15 items in the order of -updated_at, with the addresses of the other pages', async () => {
    const answer = await get(ACCOUNTS);
    const updates = listOf(answer).map(({ updated_at }) => Number(updated_at));
    expect(updates).toEqual(updates.toSorted((value, two) => two - value));
    const path = `${sandbox.origin}${ACCOUNTS}`;
    expect(answer.body.meta).toEqual({
      current_page: 1,
      from: 1,
      last_page: 8,
      path,
      per_page: 15,
      to: 15,
      total: 120,
    });
    expect(answer.body.links).toEqual({
      first: `${path}?page=1`,
      last: `${path}?page=8`,
      prev: null,
      next: `${path}?page=2`,
    });
  });

  it('keep their filters in the addresses of the other pages', async () => {
    const { body } = await get(`${ACCOUNTS}?filter[status]=listed&per_page=5&page=2`);
    expect(body.links).toMatchObject({
      next: expect.stringContaining('?filter%5Bstatus%5D=listed&per_page=5&page=3') as string,
    });
  });

  it('take the last of a parameter that an address repeats', async () => {
    const { body } = await get(`${ACCOUNTS}?page=1&per_page=50&page=3&per_page=5`);
    expect(body).toMatchObject({ meta: { current_page: 3, per_page: 5 } });
  });

  it('are empty beyond their end', async () => {
    const { body } = await get(`${ACCOUNTS}?page=9`);
    expect(body).toMatchObject({ data: [], meta: { from: null, to: null, total: 120, last_page: 8 } });
  });

  it.each(['filter[search]=%231', 'filter[status]=listed', 'filter[status]=listed&filter[search]=a'])(
    'show the same total on every page of ?%s, even beyond the last',
    async (filter) => {
      const pages: { ids: unknown[]; total: unknown }[] = [];
      do {
        const answer = await get(`${ACCOUNTS}?${filter}&per_page=7&page=${pages.length + 1}`);
        const { total } = answer.body.meta as JsonObject;
        pages.push({ ids: listOf(answer).map(({ id }) => id), total });
      } while (pages.at(-1)?.ids.length !== 0);
      const all = pages.flatMap(({ ids }) => ids);
      expect(new Set(all).size).toBe(all.length);
      expect(new Set(pages.map(({ total }) => total))).toEqual(new Set([all.length]));
    },
  );

  const offerSorts = ['id', 'created_at', 'updated_at', 'price', 'views', 'delivery_time', 'listed_at'];
  const orderSorts = ['id', 'created_at', 'updated_at', 'purchased_at', 'completed_at', 'sold_at'];
  it.each([
    ...offerSorts.flatMap((column) => [
      [ACCOUNTS, column],
      ['/v2/item-offers', column],
    ]),
    ...orderSorts.flatMap((column) => [
      ['/v2/orders', column],
      ['/v2/account-orders', column],
    ]),
  ])('at %s are sorted by %s in both directions', async (path, column) => {
    const shownAs: Readonly<Record<string, string>> = { sold_at: 'purchased_at', price: 'price_usd' };
    const key = (item: JsonObject) => {
      const value = item[shownAs[column] ?? column];
      return Number(isJsonObject(value) ? value.seconds : (value ?? 0));
    };
    const up = listOf(await get(`${path}?sort=${column}&per_page=50`)).map(key);
    const down = listOf(await get(`${path}?sort=-${column}&per_page=50`)).map(key);
    expect(up).toEqual(up.toSorted((value, two) => value - two));
    expect(down).toEqual(down.toSorted((value, two) => two - value));
  });

  it('are filtered by status, game, id and text, with several values separated by commas', async () => {
    const states = listOf(await get(`${ACCOUNTS}?filter[status]=draft,sold&per_page=50`)).map(
      ({ status }) => status,
    );
    expect(new Set(states)).toEqual(new Set(['draft', 'sold']));
    const games = listOf(await get(`${ACCOUNTS}?filter[game_id]=2,3&per_page=50`)).map(gameIdOf);
    expect(new Set(games)).toEqual(new Set([2, 3]));
    const ids = listOf(await get(`${ACCOUNTS}?filter[id]=500001,500002,x&sort=id`)).map(({ id }) => id);
    expect(ids).toEqual([500_001, 500_002]);
    const [foundObject, ...otherRows] = listOf(await get(`${ACCOUNTS}?filter[search]=ACCOUNT%20%2377`));
    expect(foundObject?.title).toMatch(/#77$/);
    expect(otherRows).toEqual([]);
  });

  it('are filtered by creation, and orders by their buyer and game', async () => {
    const madeNumbers = listOf(await get(`${ACCOUNTS}?sort=created_at&per_page=50`)).map(({ created_at }) =>
      Number(created_at),
    );
    const [from = 0, to = 0] = [madeNumbers[10], madeNumbers[20]];
    const between = async (filter: string) =>
      (await get(`${ACCOUNTS}?filter[created_at]=${filter}`)).body.meta;
    const within = madeNumbers.filter((at) => at >= from && at <= to).length;
    expect(await between(`${from},${to}`)).toMatchObject({ total: within });
    const iso = (at: number) => new Date(at * 1_000).toISOString();
    expect(await between(`${iso(from)},${iso(to)}`)).toMatchObject({ total: within });
    expect(await between(`,${to}`)).toMatchObject({ total: 10 + within });
    expect(await between(String(from))).toMatchObject({ total: 120 - 10 });
    expect(await between('1970-01-01,1970-01-01')).toMatchObject({ total: 0 });
    for (const odd of ['x', `${from},x`, '2025-99-99'])
      expect(await between(odd)).toMatchObject({ total: 0 });

    const [order = {}] = listOf(await get('/v2/currency-orders?per_page=1'));
    const buyer = (order.buyer as JsonObject).id;
    const same = listOf(
      await get(
        `/v2/currency-orders?filter[buyer_id]=${Number(buyer)}&filter[game_id]=${Number(gameIdOf(order))}`,
      ),
    );
    expect(same.map(({ id }) => id)).toContain(order.id);
    expect(new Set(same.map((object) => (object.buyer as JsonObject).id))).toEqual(new Set([buyer]));
  });

  it.each(['%25', '_', '\\', "'"])('match the sign %s literally in a search', async (sign) => {
    expect((await get(`${ACCOUNTS}?filter[search]=${sign}`)).body).toMatchObject({ meta: { total: 0 } });
  });

  it.each<[string, number, object]>([
    ['per_page=51', 422, { errors: { per_page: ['The per page field must not be greater than 50.'] } }],
    ['per_page=0', 422, { errors: { per_page: ['The per page field must be at least 1.'] } }],
    ['page=x', 422, { errors: { page: ['The page field must be an integer.'] } }],
    [
      'filter[login]=a',
      400,
      {
        message:
          'Requested filter(s) `login` are not allowed. Allowed filter(s) are `search`, `id`, `status`, `game_id`, `created_at`.',
      },
    ],
    [
      'sort=login',
      400,
      {
        message:
          'Requested sort(s) `login` are not allowed. Allowed sort(s) are `id`, `created_at`, `updated_at`, `price`, `views`, `delivery_time`, `listed_at`.',
      },
    ],
  ])('refuse ?%s', async (query, status, body) => {
    expect(await get(`${ACCOUNTS}?${query}`)).toMatchObject({ status, body });
  });

  it('skip an offer that moves between pages, unless they are sorted by id', async () => {
    const firstEntries = listOf(await get('/v2/currency-offers?per_page=10')).map(({ id }) => id);
    const [moved] = listOf(await get('/v2/currency-offers?per_page=10&page=3')).map(({ id }) => Number(id));
    await callSandbox(sandbox, `PATCH /v2/currency-offers/${moved}`, { stock: 5 });
    const second = listOf(await get('/v2/currency-offers?per_page=10&page=2')).map(({ id }) => id);
    expect([...firstEntries, ...second]).not.toContain(moved);
  });

  it.each([
    '/v2/games',
    '/v2/item-offers',
    '/v2/currency-offers/7001/orders',
    '/v2/orders',
    '/v2/account-orders',
    '/v2/item-orders',
    '/v2/currency-orders',
  ])('exist at %s, sorted by newest change or by id', async (path) => {
    const { status, body } = await get(`${path}?sort=-id&per_page=3`);
    expect({ status, paged: body.meta !== undefined }).toEqual({ status: 200, paged: true });
  });
});
