import type { Keys } from '../../../src/gateway/keys/clientKeys.js';
import { fakeClock } from '../support/fakeClock.ts';
import { answers, answersBytes, fails } from '../support/answers.ts';
import { fakeMarket, offer, offers } from '../support/fakeMarket.ts';
import { gate } from '../support/gate.ts';
import { lookupBench, quiet } from '../support/lookups.ts';

const isPage = (path: string, ...pages: number[]) =>
  pages.some((page) => path.includes(`?page=${page}&`) && path.endsWith('-id'));

describe('the scan behind lookups', () => {
  it('runs once for 1,000 callers with different logins', async () => {
    const market = fakeMarket(offers(1000));
    const { ask } = lookupBench(market.upstream, { size: 50 });
    const askedsValue = await Promise.all(offers(1000).map(({ login }) => ask(login ?? '')));
    expect(askedsValue.every(({ status }) => status === 200)).toBe(true);
    expect(askedsValue.map(({ id }) => id)).toEqual(offers(1000).map(({ id }) => id));
    expect(market.pages()).toHaveLength(20);
    expect(market.requests).toHaveLength(1020);
  });

  it('runs once for 1,000 callers who all request a missing login', async () => {
    const market = fakeMarket(offers(10));
    const { ask } = lookupBench(market.upstream);
    const askedsValue = await Promise.all(Array.from({ length: 1000 }, (_, index) => ask(`nobody-${index}`)));
    expect(askedsValue.every(({ status }) => status === 404)).toBe(true);
    // Five pages, then what is new and what has changed.
    expect(market.requests).toHaveLength(7);
  });

  it('runs once for each key', async () => {
    const market = fakeMarket(offers(2));
    const { ask } = lookupBench(market.upstream);
    await Promise.all(['a', 'b', 'a'].map((key) => ask('nobody', { authorization: `Bearer ${key}` })));
    expect(market.requests.map(({ authorization }) => authorization).sort()).toEqual([
      'Bearer a',
      'Bearer b',
    ]);
  });

  it('serves all lookups even if it started with a key that its entry no longer has', async () => {
    const market = fakeMarket(offers(4), ({ authorization }) =>
      authorization === 'Bearer old' ? answers(401, { message: 'Unauthenticated.' }) : undefined,
    );
    const entry = { fingerprint: 'shop', key: 'shop', tryFirst: () => undefined };
    const keys: Keys = { identify: (shownText = '') => ({ ...entry, authorizations: () => [shownText] }) };
    const { ask } = lookupBench(market.upstream, {}, fakeClock(), keys);
    const [old, next] = ['old', 'new'].map((key) => ask('login-1', { authorization: `Bearer ${key}` }));
    expect((await next)?.status).toBe(200);
    expect((await old)?.status).toBe(401);
  });

  it('answers as soon as a listed offer is seen, and then fills the index', async () => {
    const heldEntry = gate();
    const market = fakeMarket(offers(20), ({ path }) => (isPage(path, 6) ? heldEntry.opened : undefined));
    const { ask, events } = lookupBench(market.upstream);
    expect(await ask('login-19')).toMatchObject({ status: 200, id: 19 });
    expect(events).toEqual([]);
    heldEntry.open();
    await quiet();
    expect(events).toMatchObject([{ outcome: 'complete', pages: 10, offers: 20 }]);
    expect(await ask('login-1')).toMatchObject({ status: 200, calls: 1 });
  });

  it('reads page after page: between two parallel reads a creation and a deletion may hide an offer', async () => {
    const heldEntry = gate();
    const market = fakeMarket(offers(20), ({ path }) => (isPage(path, 2) ? heldEntry.opened : undefined));
    const { ask } = lookupBench(market.upstream);
    const third = ask('login-15');
    await quiet();
    expect(market.pages()).toEqual([1, 2]);
    heldEntry.open();
    expect((await third).id).toBe(15);
  });

  describe('when time is short', () => {
    it('answers 503 with Retry-After at the deadline, and keeps reading', async () => {
      const heldEntry = gate();
      const market = fakeMarket(offers(10), ({ path }) => (isPage(path, 3) ? heldEntry.opened : undefined));
      const { ask, clock } = lookupBench(market.upstream);
      const askedPromise = ask('login-1');
      await quiet();
      clock.advance(9_999);
      await quiet();
      clock.advance(1);
      expect(await askedPromise).toMatchObject({ status: 503, problem: 'indexing' });
      heldEntry.open();
      await quiet();
      expect(await ask('login-1')).toMatchObject({ status: 200, id: 1, calls: 1 });
      expect(market.pages()).toEqual([1, 2, 3, 4, 5]);
    });

    it('gives each page the time of a request, from its own start', async () => {
      const market = fakeMarket(offers(6));
      const { ask, clock } = lookupBench(market.upstream);
      market.interfere = ({ path }) =>
        isPage(path, 1) ? quiet().then(() => clock.advance(4_000)) : undefined;
      await ask('nobody');
      const start = clock.steady() - 8_000;
      expect(market.requests.map(({ deadlineAt }) => deadlineAt - start)).toEqual([
        10_000, 14_000, 14_000, 14_000, 18_000,
      ]);
      expect(market.requests.every(({ cancel }) => cancel === undefined)).toBe(true);
    });

    it('releases a client that has disconnected, and reads on for the others', async () => {
      const heldEntry = gate();
      const market = fakeMarket(offers(4), ({ path }) => (isPage(path, 1) ? heldEntry.opened : undefined));
      const { ask, clock } = lookupBench(market.upstream);
      const client = new AbortController();
      const remainingPromise = ask('login-1', { cancel: client.signal });
      const stayed = ask('login-1');
      await quiet();
      client.abort();
      expect((await remainingPromise).problem).toBe('clientGone');
      heldEntry.open();
      expect(await stayed).toMatchObject({ status: 200 });
      expect(clock.pending()).toBe(0);
    });

    it('does not wait for a client that disconnected before', async () => {
      const { ask } = lookupBench(fakeMarket(offers(4)).upstream);
      expect((await ask('login-1', { cancel: AbortSignal.abort() })).problem).toBe('clientGone');
    });

    it('stops at its page budget, and continues with the next request', async () => {
      const market = fakeMarket(offers(10));
      const { ask } = lookupBench(market.upstream, { pageBudget: 2 });
      expect(await ask('login-1')).toMatchObject({ status: 503, problem: 'indexing' });
      expect(await ask('login-1')).toMatchObject({ status: 503 });
      expect(await ask('login-1')).toMatchObject({ status: 200, id: 1 });
      const worked = market.pages().filter((page, index, all) => all.indexOf(page) === index);
      expect(worked).toEqual([1, 2, 3, 4, 5]);
    });

    it('starts again after a long interruption', async () => {
      const market = fakeMarket(offers(10));
      const { ask, clock } = lookupBench(market.upstream, { pageBudget: 4 });
      await ask('login-1');
      market.stock.unshift(offer(11, 'new'));
      clock.advance(60 * 60_000);
      expect(await ask('new')).toMatchObject({ status: 200, id: 11 });
    });
  });

  describe('when the upstream limits its rate', () => {
    const limited = answers(429, {}, { 'retry-after': '20', 'x-ratelimit-limit': '1000' });

    it('passes the 429 on, pauses for everybody who needs it, and continues where it stopped', async () => {
      const market = fakeMarket(offers(10), ({ path }) => (isPage(path, 3) ? limited : undefined));
      const { ask, clock } = lookupBench(market.upstream);
      const [firstAnswer, two] = await Promise.all([ask('login-1'), ask('login-2')]);
      for (const { status, headers } of [firstAnswer, two]) {
        expect(status).toBe(429);
        expect(headers).toMatchObject({ 'retry-after': '20', 'x-ratelimit-limit': '1000' });
      }
      const calls = market.requests.length;
      clock.advance(15_500);
      expect(await ask('login-1')).toMatchObject({ status: 429, calls: 0, headers: { 'retry-after': '5' } });
      expect(market.requests).toHaveLength(calls);
      expect(await ask('login-10')).toMatchObject({ status: 200, calls: 1 });

      market.interfere = () => undefined;
      clock.advance(4_500);
      expect(await ask('login-1')).toMatchObject({ status: 200, id: 1 });
      expect(market.pages().slice(calls)).toEqual([3, 4, 5]);
    });

    it('does not pause another key', async () => {
      const market = fakeMarket(offers(4), ({ authorization }) =>
        authorization === 'Bearer busy' ? limited : undefined,
      );
      const { ask } = lookupBench(market.upstream);
      expect((await ask('login-1', { authorization: 'Bearer busy' })).status).toBe(429);
      expect((await ask('login-1')).status).toBe(200);
    });

    it('pauses for 30 seconds if there is no Retry-After', async () => {
      const market = fakeMarket(offers(4), () => answers(429, {}));
      const { ask, clock } = lookupBench(market.upstream);
      expect(await ask('login-1')).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
      market.interfere = () => undefined;
      clock.advance(29_999);
      expect(await ask('login-1')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
      clock.advance(1);
      expect((await ask('login-1')).status).toBe(200);
    });
  });

  describe('when a page cannot be read', () => {
    const unusable = [
      [401, answers(401, {})],
      [403, answers(403, {})],
      [502, answers(400, {})],
      [502, answers(404, {})],
      [502, answers(500, {})],
      [502, fails('reset', true)],
      [502, fails('truncated', true)],
      [503, fails('overloaded', false)],
      [504, fails('timeout', true)],
      [502, answersBytes(200, '<html>')],
      [502, answers(200, { data: [] })],
      [502, answers(200, [])],
      [502, answers(200, { data: {}, meta: {} })],
    ] as const;

    it.each(unusable)('answers %d and reports no login as missing: %j', async (status, outcome) => {
      const market = fakeMarket(offers(10), ({ path }) => (isPage(path, 3) ? outcome : undefined));
      const { ask } = lookupBench(market.upstream);
      expect((await ask('login-1')).status).toBe(status);
      expect((await ask('nobody')).status).toBe(status);
      market.interfere = () => undefined;
      expect(await ask('login-1')).toMatchObject({ status: 200, id: 1 });
      expect((await ask('nobody')).status).toBe(404);
    });

    it('is started again by the next lookup, not by itself', async () => {
      const market = fakeMarket(offers(10), ({ path }) => (isPage(path, 3) ? answers(500, {}) : undefined));
      const { ask, clock } = lookupBench(market.upstream);
      await ask('login-1');
      const askedCount = market.requests.length;
      clock.advance(60_000);
      await quiet();
      expect(market.requests).toHaveLength(askedCount);
      await ask('login-1');
      expect(market.requests.length).toBeGreaterThan(askedCount);
    });

    it('still answers lookups whose offer came before', async () => {
      const market = fakeMarket(offers(10), ({ path }) => (isPage(path, 3) ? answers(500, {}) : undefined));
      const { ask } = lookupBench(market.upstream);
      expect(await ask('login-8')).toMatchObject({ status: 200, id: 8 });
    });

    it('reads a page again if the connection was reset', async () => {
      let resets = 1;
      const market = fakeMarket(offers(4), ({ path }) =>
        isPage(path, 2) && resets-- > 0 ? fails('reset', true) : undefined,
      );
      const { ask } = lookupBench(market.upstream);
      expect((await ask('login-1')).status).toBe(200);
    });

    it('finds all offers except an unreadable one, and does not call the index complete', async () => {
      const page = { current_page: 2, last_page: 3, per_page: 2, total: 6 };
      const market = fakeMarket(offers(6), ({ path }) =>
        isPage(path, 2)
          ? answers(200, { data: [{ id: 'odd' }, offer(3, 'login-3')], meta: page })
          : undefined,
      );
      const { ask } = lookupBench(market.upstream);
      expect((await ask('login-4')).status).toBe(502);
      expect((await ask('login-3')).status).toBe(200);
      expect((await ask('login-1')).status).toBe(200);
      await quiet();
      expect((await ask('nobody')).status).toBe(502);
      market.interfere = () => undefined;
      expect((await ask('login-4')).status).toBe(200);
      await quiet();
      expect((await ask('nobody')).status).toBe(404);
    });

    it('answers 500 to all waiting lookups if the scan itself fails', async () => {
      const market = fakeMarket(offers(4), () => Promise.reject(new Error('a bug')));
      const { ask } = lookupBench(market.upstream);
      expect(await ask('login-1')).toMatchObject({ status: 500, problem: 'internal' });
      market.interfere = () => undefined;
      expect((await ask('login-1')).status).toBe(200);
    });
  });
});
