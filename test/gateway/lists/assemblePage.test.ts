import { fc } from '../../support/fastCheck.ts';
import { answers, fails } from '../support/answers.ts';
import { gate } from '../support/gate.ts';
import { quiet } from '../support/lookups.ts';
import { byNumber, idsIn, market, metaOf, type Outcome, rowsTo, upTo } from '../support/pagedMarket.ts';
import type { Upstream } from '../../../src/gateway/upstream.js';
import { shipped } from '../../support/shipped.ts';
import { itemOffer, shippedGateway } from '../support/shippedGateway.ts';

const LIST = '/v1/item-offers?per_page=1000';

describe('a v1 page that consists of many v2 pages', () => {
  it('is read four pages at a time, in order, whatever order they arrive in', async () => {
    let [running, most] = [0, 0];
    const { opened, open } = gate();
    const { upstream, pages } = market(rowsTo(1_000), async (page) => {
      running += 1;
      most = Math.max(most, running);
      if (running === 4) open();
      if (page > 1) await opened;
      for (let turns = page % 3; turns > 0; turns -= 1) await quiet();
      running -= 1;
    });
    const { body } = await shippedGateway(upstream).call('GET', LIST);
    expect(idsIn(body)).toEqual(upTo(1_000));
    expect([most, pages.length]).toEqual([4, 20]);
  });

  it.each([1, 2, 11, 20])('is the error of the failing v2 page %d, never a short page', async (bad) => {
    const meta = { current_page: bad, last_page: 20, per_page: 50, total: 1_000 };
    const failures: readonly (readonly [Outcome, number])[] = [
      [answers(500, {}), 502],
      [answers(429, {}, { 'retry-after': '3' }), 429],
      [fails('truncated', true), 502],
      [fails('timeout', true), 504],
      [answers(200, { data: [], meta }), 502],
      [answers(200, { data: upTo(50).map((id) => ({ id: 5_000 + id })), meta }), 502],
    ];
    for (const [outcome, status] of failures) {
      const { upstream, pages } = market(rowsTo(1_000), (page) => (page === bad ? outcome : undefined));
      const { answer, body } = await shippedGateway(upstream).call('GET', LIST);
      expect([answer.status, Object.keys(body)]).toEqual([status, ['message']]);
      // What was under way ends; after a page that failed nothing new is begun.
      if (outcome !== failures.at(-1)?.[0]) expect(pages.filter((page) => page > bad + 4)).toEqual([]);
    }
  });

  it('is read in the page size of other mappings as soon as they are in force', async () => {
    const { upstream, pages } = market(rowsTo(100));
    const { call, replace } = shippedGateway(upstream);
    await call('GET', '/v1/item-offers?per_page=100');
    expect(pages.splice(0)).toEqual([1, 2]);
    replace(
      shipped().operations.map((operation) =>
        operation.list === undefined ? operation : { ...operation, list: { ...operation.list, most: 20 } },
      ),
    );
    expect(idsIn((await call('GET', '/v1/item-offers?per_page=100')).body)).toEqual(upTo(100));
    expect(pages).toEqual(upTo(5));
  });

  it('breaks the contract if its rows have no id, and does not count as changing', async () => {
    const meta = { current_page: 1, last_page: 1, per_page: 50, total: 2 };
    const { upstream, pages } = market([], () =>
      answers(200, { data: [{ slug: 'a' }, { slug: 'b' }], meta }),
    );
    const { answer, refusal } = await shippedGateway(upstream).call('GET', LIST);
    expect([answer.status, refusal?.code, pages]).toEqual([502, 'upstreamUnfit', [1]]);
    expect(refusal?.detail).toMatch(/^data\.id is not intString \(item-offer\.yaml:\d+\), row 1, no id$/);
  });

  it('says that two items may have one id if that stands on two pages each time', async () => {
    const meta = { last_page: 2, per_page: 2, total: 4 };
    const { upstream } = market([], (page) =>
      answers(200, { data: upTo(2).map((id) => itemOffer(id)), meta: { ...meta, current_page: page } }),
    );
    const { answer, refusal } = await shippedGateway(upstream).call('GET', LIST);
    expect([answer.status, refusal?.code]).toEqual([503, 'listChanging']);
    expect(refusal?.detail).toContain('two items have the same id (`envelope.id: id`)');
  });

  it('makes no list of names in which two items have the same key', async () => {
    const game = { slug: 'one', name: 'One', services: ['accounts'] };
    const meta = { current_page: 1, last_page: 1, per_page: 50, total: 2 };
    const upstream: Upstream = ({ path }) =>
      Promise.resolve(
        path.startsWith('/v2/games') ? answers(200, { data: [game, game], meta }) : answers(404, {}),
      );
    const { answer, refusal } = await shippedGateway(upstream).call('GET', '/v1/accounts/template/all');
    expect(answer.status).toBe(502);
    expect(refusal?.detail).toBe('two items have the same id (`notFound: key`)');
  });

  it('ends the loops of old clients: `to` reaches `total`, and is null for an empty list only', async () => {
    for (const total of [0, 1, 49, 50, 51, 170]) {
      const { call } = shippedGateway(market(rowsTo(total)).upstream);
      const read: number[] = [];
      for (let page = 1, hasEnded = false; !hasEnded; page += 1) {
        const { body } = await call('GET', `/v1/item-offers?per_page=60&page=${page}`);
        read.push(...idsIn(body));
        hasEnded = (metaOf(body).to ?? 0) >= metaOf(body).total;
      }
      expect(read).toEqual(upTo(total));
      const { body } = await call('GET', '/v1/item-offers?per_page=60&page=99');
      expect(metaOf(body)).toMatchObject({ to: total === 0 ? null : total, total });
    }
  });

  it('is exactly the requested part of the list, wherever it begins and ends among the v2 pages', async () => {
    const natural = (max: number) => fc.integer({ min: 1, max });
    await fc.assert(
      fc.asyncProperty(natural(320), natural(170), natural(9), async (total, size, page) => {
        const { call } = shippedGateway(market(rowsTo(total)).upstream);
        const { body } = await call('GET', `/v1/item-offers?per_page=${size}&page=${page}`);
        const [from, to] = [(page - 1) * size, page * size];
        expect(idsIn(body)).toEqual(upTo(total).slice(from, to));
        expect(metaOf(body)).toMatchObject({ to: Math.min(to, total), total });
      }),
    );
  });

  it('is empty beyond the possible pages, without a call to v2', async () => {
    const { upstream, pages } = market(rowsTo(10));
    const { answer, body } = await shippedGateway(upstream).call('GET', `${LIST}&page=1000000000000`);
    expect([answer.status, body['data'], metaOf(body).total]).toEqual([200, [], 10]);
    expect(pages).toEqual([1_000_000_000]);
  });

  it('reads only its own v2 pages, however long the list is', async () => {
    const { upstream, pages } = market(rowsTo(20_000));
    const { body } = await shippedGateway(upstream).call('GET', `${LIST}&page=3`);
    expect(idsIn(body)).toEqual(upTo(3_000).slice(2_000));
    expect(pages.toSorted(byNumber)).toEqual(upTo(60).slice(40));
  });
});

describe('a list that was read before', () => {
  it('starts with its last known number of pages, and reads each page once', async () => {
    let [calls, beganAt] = [0, 0];
    const { opened, open } = gate();
    const { upstream, pages } = market(rowsTo(1_000), async (page) => {
      calls += 1;
      if (calls <= 20) return;
      beganAt += 1;
      if (page === 1) await opened;
      else open();
    });
    const { call } = shippedGateway(upstream);
    await call('GET', LIST);
    const { body } = await call('GET', LIST);
    expect([idsIn(body), beganAt]).toEqual([upTo(1_000), 20]);
    expect(pages.slice(20).toSorted(byNumber)).toEqual(upTo(20));
  });

  it.each([0, 3, 60, 999])(
    'is complete with %d rows, even if v2 refuses pages beyond its end',
    async (remaining) => {
      const last = Math.max(1, Math.ceil(remaining / 50));
      const refusal = answers(404, { message: 'Resource not found.' });
      let now = market(rowsTo(1_000)).upstream;
      const { call } = shippedGateway((request) => now(request));
      await call('GET', LIST);
      now = market(rowsTo(remaining), (page) => (page > last ? refusal : undefined)).upstream;
      const { answer, body } = await call('GET', LIST);
      expect([answer.status, idsIn(body), metaOf(body).total]).toEqual([200, upTo(remaining), remaining]);
    },
  );

  it('is complete after it has grown', async () => {
    let now = market(rowsTo(70)).upstream;
    const { call } = shippedGateway((request) => now(request));
    await call('GET', LIST);
    now = market(rowsTo(310)).upstream;
    expect(idsIn((await call('GET', LIST)).body)).toEqual(upTo(310));
  });
});
