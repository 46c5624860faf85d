import { answers } from '../support/answers.ts';
import { fakeMarket, offer, offers } from '../support/fakeMarket.ts';
import { gate } from '../support/gate.ts';
import { lookupBench, quiet } from '../support/lookups.ts';

describe('a lookup by login', () => {
  it('scans once, then needs one read for each hit', async () => {
    const market = fakeMarket(offers(5));
    const { ask } = lookupBench(market.upstream);
    expect(await ask('login-3')).toMatchObject({ status: 200, id: 3 });
    await quiet();
    const countBefore = market.requests.length;
    expect(await ask('login-1')).toMatchObject({ status: 200, id: 1, calls: 1 });
    expect(market.requests.slice(countBefore).map(({ path }) => path)).toEqual(['/v2/accounts/1']);
  });

  it('answers 404 for an unknown login after one pass and a read of new and changed offers', async () => {
    const market = fakeMarket(offers(5));
    const { ask } = lookupBench(market.upstream);
    expect(await ask('nobody')).toMatchObject({ status: 404, problem: 'notFound', calls: 5 });
    expect(await ask('nobody else')).toMatchObject({ status: 404, calls: 2 });
    expect(market.requests.slice(5).map(({ path }) => path)).toEqual([
      '/v2/accounts?page=1&per_page=2&sort=-id',
      '/v2/accounts?page=1&per_page=2&sort=-changed',
    ]);
  });

  it('finds a login that was created after its 404, by the newest page and one read', async () => {
    const market = fakeMarket(offers(5));
    const { ask } = lookupBench(market.upstream);
    expect((await ask('nobody')).status).toBe(404);
    market.stock.unshift(offer(6, 'nobody'));
    expect(await ask('nobody')).toMatchObject({ status: 200, id: 6, calls: 2 });
  });

  it('finds a login that an old offer was given, by the page of changes', async () => {
    const market = fakeMarket(offers(9));
    const { ask } = lookupBench(market.upstream, { size: 3 });
    expect((await ask('nobody')).status).toBe(404);
    market.stock[7] = { ...offer(2, 'nobody'), changed: 100_000 };
    expect(await ask('nobody')).toMatchObject({ status: 200, id: 2, calls: 3 });
  });

  it('reads as many of the newest offers as needed to reach a known one', async () => {
    const market = fakeMarket(offers(5));
    const { ask } = lookupBench(market.upstream);
    await ask('nobody');
    market.stock = [...offers(16).slice(0, 11), ...market.stock];
    expect(await ask('login-6')).toMatchObject({ status: 200, id: 6, calls: 7 });
    expect(await ask('nobody')).toMatchObject({ status: 404, calls: 9 });
    expect(await ask('nobody')).toMatchObject({ status: 404, calls: 2 });
  });

  it('reads the changes again if an offer was changed during the read', async () => {
    const market = fakeMarket(offers(9));
    const { ask } = lookupBench(market.upstream);
    await ask('nobody');
    const change = (id: number, login: string, changed: number) => {
      market.stock = market.stock.map((row) => (row.id === id ? { ...offer(id, login), changed } : row));
    };
    for (const id of [1, 2, 3]) change(id, id === 1 ? 'moved' : `login-${id}`, 200_000 + id * 10_000);
    let isFirst = true;
    market.interfere = ({ path }) => {
      // The login stands on the second page of what has changed, until it is changed once more.
      if (path.includes('page=2') && path.includes('sort=-changed') && isFirst) {
        isFirst = false;
        change(1, 'moved', 300_000);
      }
      return undefined;
    };
    expect(await ask('moved')).toMatchObject({ status: 200, id: 1 });
  });

  it('answers an unlisted offer only if none with its login was listed since', async () => {
    const market = fakeMarket([offer(3, 'x'), offer(2, 'a'), offer(1, 'y')]);
    const { ask } = lookupBench(market.upstream, { size: 50 });
    expect(await ask('a')).toMatchObject({ status: 200, id: 2 });
    await quiet();
    market.stock[1] = { ...offer(2, 'a', 'draft'), changed: 90_000 };
    expect(await ask('a')).toMatchObject({ status: 200, id: 2, calls: 3 });
    market.stock.unshift(offer(10, 'a'));
    expect(await ask('a')).toMatchObject({ status: 200, id: 10, calls: 3 });
    expect(await ask('a')).toMatchObject({ status: 200, id: 10, calls: 1 });
  });

  it('shares the next read among all lookups that arrive during one, and never an earlier read', async () => {
    const heldEntry = gate();
    const market = fakeMarket(offers(5));
    const { ask } = lookupBench(market.upstream);
    await ask('nobody');
    const countBefore = market.requests.length;
    let isFirst = true;
    market.interfere = () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return heldEntry.opened;
    };
    const early = ask('nobody');
    await quiet();
    const late = Array.from({ length: 100 }, () => ask('nobody'));
    await quiet();
    expect(market.requests).toHaveLength(countBefore + 1);
    heldEntry.open();
    expect((await Promise.all([early, ...late])).map(({ status }) => status)).toEqual(Array(101).fill(404));
    expect(market.requests).toHaveLength(countBefore + 4);
  });

  it('reads the whole list again, beside its answers, once the index is older than its setting', async () => {
    const market = fakeMarket(offers(5));
    const { ask, clock, events } = lookupBench(market.upstream, { freshMs: 60_000 });
    await ask('nobody');
    clock.advance(59_999);
    await ask('nobody');
    expect(events).toHaveLength(1);
    clock.advance(1);
    expect((await ask('nobody')).status).toBe(404);
    await quiet();
    expect(events).toMatchObject([{ outcome: 'complete' }, { outcome: 'complete', pages: 3 }]);
  });

  it('answers 404 over an empty list', async () => {
    const { ask } = lookupBench(fakeMarket([]).upstream);
    expect(await ask('nobody')).toMatchObject({ status: 404, calls: 1 });
  });

  it.each(['Login-1', 'login-1 ', 'login-'])(
    'does not accept a login that is only similar to the requested one: %j',
    async (login) => {
      const { ask } = lookupBench(fakeMarket(offers(3)).upstream);
      expect((await ask(login)).status).toBe(404);
    },
  );

  it('skips offers without a login, and counts them', async () => {
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

  describe('when the index is outdated', () => {
    it('finds a login that has moved to another offer', async () => {
      const market = fakeMarket([offer(3, 'a'), offer(2, 'b'), offer(1, 'c')]);
      const { ask } = lookupBench(market.upstream);
      await ask('a');
      await quiet();
      market.stock = [offer(3, 'x'), offer(2, 'b'), offer(1, 'a')].map((offer) => ({
        ...offer,
        changed: 90_000,
      }));
      expect(await ask('a')).toMatchObject({ status: 200, id: 1 });
    });

    it('keeps an offer whose read once shows another login without a change', async () => {
      const market = fakeMarket(offers(10));
      const { ask } = lookupBench(market.upstream, { size: 2 });
      await ask('login-1');
      await quiet();
      const nextEntry = { id: 1, login: 'other', status: 'listed', changed: 10_000 };
      market.interfere = ({ path }) => (path.endsWith('/1') ? answers(200, { data: nextEntry }) : undefined);
      expect((await ask('login-1')).status).not.toBe(200);
      market.interfere = () => undefined;
      expect(await ask('login-1')).toMatchObject({ status: 200, id: 1, calls: 1 });
    });

    it('reads the head, then answers 404 for an offer that is gone', async () => {
      const market = fakeMarket(offers(3));
      const { ask } = lookupBench(market.upstream);
      await ask('login-3');
      await quiet();
      market.stock.shift();
      expect(await ask('login-3')).toMatchObject({ status: 404, calls: 3 });
      expect(await ask('login-3')).toMatchObject({ status: 404, calls: 2 });
    });

    it('reads once for all requests that meet the same outdated entry', async () => {
      const market = fakeMarket(offers(3));
      const { ask } = lookupBench(market.upstream);
      await ask('login-3');
      await quiet();
      market.stock.shift();
      const countBefore = market.pages().length;
      const askedsValue = await Promise.all(Array.from({ length: 50 }, () => ask('login-3')));
      expect(new Set(askedsValue.map(({ status }) => status))).toEqual(new Set([404]));
      expect(market.pages().length - countBefore).toBe(1);
    });

    it('never answers an offer other than the one it has read', async () => {
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
  ])('answers a %d for a read offer with %d', async (v2, v1) => {
    const market = fakeMarket(offers(3));
    const { ask } = lookupBench(market.upstream);
    await ask('login-1');
    market.interfere = () => answers(v2, {});
    expect((await ask('login-1')).status).toBe(v1);
  });

  it('never shows a caller what another caller may see', async () => {
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
