import { answers } from '../support/answers';
import { fakeMarket, offer, offers } from '../support/fakeMarket';
import { gate } from '../support/gate';
import { lookupBench, quiet } from '../support/lookups';

describe('a lookup by login', () => {
  it('scans once, then needs one read for each hit', async () => {
    const market = fakeMarket(offers(5));
    const { ask } = lookupBench(market.upstream);
    expect(await ask('login-3')).toMatchObject({ status: 200, id: 3 });
    await quiet();
    const before = market.requests.length;
    expect(await ask('login-1')).toMatchObject({ status: 200, id: 1, calls: 1 });
    expect(market.requests.slice(before).map(({ path }) => path)).toEqual(['/v2/accounts/1']);
  });

  it('reads with the caller’s own key', async () => {
    const market = fakeMarket(offers(3));
    const { ask } = lookupBench(market.upstream);
    await ask('login-1', { authorization: 'Bearer other' });
    expect(new Set(market.requests.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer other']),
    );
  });

  it('answers 404 for an unknown login after one pass, then at once while the index is fresh', async () => {
    const market = fakeMarket(offers(5));
    const { ask, clock } = lookupBench(market.upstream, { freshMs: 60_000 });
    expect(await ask('nobody')).toMatchObject({ status: 404, problem: 'notFound', calls: 3 });
    expect(await ask('nobody else')).toMatchObject({ status: 404, calls: 0 });
    clock.advance(59_999);
    expect(await ask('nobody')).toMatchObject({ status: 404, calls: 0 });
    market.stock.unshift(offer(6, 'nobody'));
    clock.advance(1);
    expect(await ask('nobody')).toMatchObject({ status: 200, id: 6 });
  });

  it('answers 404 over an empty list', async () => {
    const { ask } = lookupBench(fakeMarket([]).upstream);
    expect(await ask('nobody')).toMatchObject({ status: 404, calls: 1 });
  });

  it.each(['Login-1', 'login-1 ', 'login-'])(
    'takes no login that is merely like the one asked: %j',
    async (login) => {
      const { ask } = lookupBench(fakeMarket(offers(3)).upstream);
      expect((await ask(login)).status).toBe(404);
    },
  );

  it('passes over offers without a login and counts them', async () => {
    const market = fakeMarket([offer(4, null), offer(3, 'a'), offer(2, null), offer(1, 'a', 'draft')]);
    const { ask, events } = lookupBench(market.upstream);
    expect((await ask('null')).status).toBe(404);
    expect(events).toEqual([
      {
        kind: 'scanEnded',
        index: 'accountsByLogin',
        caller: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
        pages: 2,
        outcome: 'complete',
        offers: 4,
        unkeyed: 2,
        duplicates: 1,
      },
    ]);
  });

  describe('when several offers have the login', () => {
    it.each([
      ['the listed one', [offer(9, 'a', 'draft'), offer(8, 'x'), offer(7, 'a'), offer(6, 'a', 'draft')], 7],
      ['the newest of the listed ones', [offer(10, 'a'), offer(9, 'x'), offer(8, 'a')], 10],
      ['the newest when none is listed', [offer(10, 'a', 'draft'), offer(9, 'a', 'draft')], 10],
    ])('answers %s, cold and warm', async (_name, stock, id) => {
      const { ask } = lookupBench(fakeMarket(stock).upstream);
      expect(await ask('a')).toMatchObject({ status: 200, id });
      await quiet();
      expect(await ask('a')).toMatchObject({ status: 200, id, calls: 1 });
    });

    it('does not answer a draft while an unread page may hold a listed one', async () => {
      const held = gate();
      const stock = [offer(4, 'a', 'draft'), offer(3, 'x'), offer(2, 'a'), offer(1, 'y')];
      const market = fakeMarket(stock, ({ path }) => (path.includes('?page=2&') ? held.opened : undefined));
      const { ask } = lookupBench(market.upstream);
      const first = ask('a');
      await quiet();
      const second = ask('a');
      await quiet();
      held.open();
      expect([(await first).id, (await second).id]).toEqual([2, 2]);
    });

    it('turns to the next when the best has been taken off the list, and remembers', async () => {
      const market = fakeMarket([offer(3, 'a'), offer(2, 'a'), offer(1, 'a', 'draft')]);
      const { ask } = lookupBench(market.upstream);
      expect((await ask('a')).id).toBe(3);
      await quiet();
      market.stock[0] = offer(3, 'a', 'draft');
      expect(await ask('a')).toMatchObject({ id: 2, calls: 2 });
      expect(await ask('a')).toMatchObject({ id: 2, calls: 1 });
      market.stock[1] = offer(2, 'a', 'draft');
      expect(await ask('a')).toMatchObject({ id: 3, calls: 2 });
    });

    it('turns to the next when the best is gone', async () => {
      const market = fakeMarket([offer(3, 'a'), offer(2, 'a')]);
      const { ask } = lookupBench(market.upstream);
      await ask('a');
      await quiet();
      market.stock.shift();
      expect(await ask('a')).toMatchObject({ status: 200, id: 2, calls: 2 });
    });
  });

  describe('when the index proves wrong', () => {
    it('finds a login that has moved to another offer', async () => {
      const market = fakeMarket([offer(3, 'a'), offer(2, 'b'), offer(1, 'c')]);
      const { ask } = lookupBench(market.upstream);
      await ask('a');
      await quiet();
      market.stock = [offer(3, 'x'), offer(2, 'b'), offer(1, 'a')];
      expect(await ask('a')).toMatchObject({ status: 200, id: 1 });
    });

    it('scans once more, then answers 404 for an offer that is gone', async () => {
      const market = fakeMarket(offers(3));
      const { ask } = lookupBench(market.upstream);
      await ask('login-3');
      await quiet();
      market.stock.shift();
      expect(await ask('login-3')).toMatchObject({ status: 404, calls: 2 });
      expect(await ask('login-3')).toMatchObject({ status: 404, calls: 0 });
    });

    it('scans once for all who meet the same stale entry', async () => {
      const market = fakeMarket(offers(3));
      const { ask } = lookupBench(market.upstream);
      await ask('login-3');
      await quiet();
      market.stock.shift();
      const before = market.pages().length;
      const asked = await Promise.all(Array.from({ length: 50 }, () => ask('login-3')));
      expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([404]));
      expect(market.pages().length - before).toBe(1);
    });

    it('never answers another offer than the one that was read', async () => {
      const market = fakeMarket(offers(3));
      const { ask } = lookupBench(market.upstream);
      await ask('login-1');
      market.interfere = ({ path }) =>
        path === '/v2/accounts/1' ? answers(200, { data: offer(2, 'login-1') }) : undefined;
      expect(await ask('login-1')).toMatchObject({ status: 502, problem: 'upstreamUnfit' });
    });
  });

  it.each([
    [401, 401],
    [403, 403],
    [429, 429],
    [500, 502],
    [422, 502],
  ])('answers a %d of the one read with %d', async (v2, v1) => {
    const market = fakeMarket(offers(3));
    const { ask } = lookupBench(market.upstream);
    await ask('login-1');
    market.interfere = () => answers(v2, {});
    expect((await ask('login-1')).status).toBe(v1);
  });

  it('never shows one caller what another may see', async () => {
    const mine = fakeMarket(offers(3));
    const yours = fakeMarket([offer(1, 'yours')]);
    const { ask } = lookupBench((request) =>
      (request.authorization === 'Bearer mine' ? mine : yours).upstream(request),
    );
    expect(await ask('login-1', { authorization: 'Bearer mine' })).toMatchObject({ status: 200 });
    expect(await ask('login-1', { authorization: 'Bearer yours' })).toMatchObject({ status: 404 });
    expect(yours.requests.every(({ path }) => path.includes('?page='))).toBe(true);
  });
});
