import fc from 'fast-check';
import type { JsonObject } from '../../../src/contract/json';
import type { Upstream, UpstreamAnswer, UpstreamFault } from '../../../src/gateway/upstream';
import type { Result } from '../../../src/contract/result';
import { answers, fails } from '../support/answers';
import { gate } from '../support/gate';
import { quiet } from '../support/lookups';
import { itemOffer, shippedGateway } from '../support/shippedGateway';

type Outcome = Result<UpstreamAnswer, UpstreamFault>;

const LIST = '/v1/item-offers?per_page=1000';

interface Row {
  readonly id: number;
  readonly touched: number;
}

/** Numbers from 1 on. */
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const rowsTo = (count: number): Row[] => upTo(count).map((id) => ({ id, touched: 0 }));

type Before = (page: number, here: { stock: readonly Row[] }) => Outcome | Promise<unknown> | undefined;

/** A list that is paged and sorted as v2 does it, by the last update by default, and may change before every answer. */
function market(stock: readonly Row[], before: Before = () => undefined) {
  const here = { stock };
  const pages: number[] = [];
  const upstream: Upstream = async ({ path }) => {
    const asked = new URL(path, 'http://market').searchParams;
    const [page, size] = [Number(asked.get('page')), Number(asked.get('per_page'))];
    pages.push(page);
    const instead = before(page, here);
    if (instead !== undefined && 'ok' in instead) return instead;
    await instead;
    const rows = here.stock;
    const byId = asked.get('sort') === 'id';
    const sorted = rows.toSorted((one, other) => (byId ? one.id - other.id : other.touched - one.touched));
    const data = sorted.slice((page - 1) * size, page * size).map(({ id }) => itemOffer(id));
    const last = Math.max(1, Math.ceil(rows.length / size));
    const meta = { current_page: page, last_page: last, per_page: size, total: rows.length };
    return answers(200, { data, meta });
  };
  return { upstream, pages };
}

const idsIn = (body: JsonObject): number[] => (body['data'] as { id: string }[]).map(({ id }) => Number(id));
const metaOf = (body: JsonObject) => body['meta'] as { to: number | null; total: number };
const byNumber = (one: number, other: number): number => one - other;

describe('a v1 page out of many v2 pages', () => {
  it('is read four pages at a time, in order, whatever order they come in', async () => {
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

  it.each([1, 2, 11, 20])('is the error of the v2 page %d that fails, never a short page', async (bad) => {
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

  it('whose rows have no id breaks the contract, and is not taken for changing', async () => {
    const meta = { current_page: 1, last_page: 1, per_page: 50, total: 2 };
    const { upstream, pages } = market([], () =>
      answers(200, { data: [{ slug: 'a' }, { slug: 'b' }], meta }),
    );
    const { answer, refusal } = await shippedGateway(upstream).call('GET', LIST);
    expect([answer.status, refusal?.code, pages]).toEqual([502, 'upstreamUnfit', [1]]);
    expect(refusal?.detail).toMatch(/^data\.id is not intString \(item-offer\.yaml:\d+\), row 1, no id$/);
  });

  it('ends the loops of old clients: `to` comes to `total`, and is null for an empty list only', async () => {
    for (const total of [0, 1, 49, 50, 51, 170]) {
      const { call } = shippedGateway(market(rowsTo(total)).upstream);
      const read: number[] = [];
      for (let page = 1, ended = false; !ended; page += 1) {
        const { body } = await call('GET', `/v1/item-offers?per_page=60&page=${page}`);
        read.push(...idsIn(body));
        ended = (metaOf(body).to ?? 0) >= metaOf(body).total;
      }
      expect(read).toEqual(upTo(total));
      const { body } = await call('GET', '/v1/item-offers?per_page=60&page=99');
      expect(metaOf(body)).toMatchObject({ to: total === 0 ? null : total, total });
    }
  });

  it('is the very part of the list that it names, wherever it begins and ends among the v2 pages', async () => {
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

  it('is empty where no page can be, and v2 is asked for none beyond reason', async () => {
    const { upstream, pages } = market(rowsTo(10));
    const { answer, body } = await shippedGateway(upstream).call('GET', `${LIST}&page=1000000000000`);
    expect([answer.status, body['data'], metaOf(body).total]).toEqual([200, [], 10]);
    expect(pages).toEqual([1_000_000_000]);
  });

  it('asks for no more than itself, however long the list is', async () => {
    const { upstream, pages } = market(rowsTo(20_000));
    const { body } = await shippedGateway(upstream).call('GET', `${LIST}&page=3`);
    expect(idsIn(body)).toEqual(upTo(3_000).slice(2_000));
    expect(pages.toSorted(byNumber)).toEqual(upTo(60).slice(40));
  });
});

describe('a list that was read before', () => {
  it('is begun with as many pages as it had, and each is read once', async () => {
    let [calls, begun] = [0, 0];
    const { opened, open } = gate();
    const { upstream, pages } = market(rowsTo(1_000), async (page) => {
      calls += 1;
      if (calls <= 20) return;
      begun += 1;
      if (page === 1) await opened;
      else open();
    });
    const { call } = shippedGateway(upstream);
    await call('GET', LIST);
    const { body } = await call('GET', LIST);
    expect([idsIn(body), begun]).toEqual([upTo(1_000), 20]);
    expect(pages.slice(20).toSorted(byNumber)).toEqual(upTo(20));
  });

  it.each([0, 3, 60, 999])(
    'is whole when it has %d rows by now, also when v2 refuses pages beyond its end',
    async (left) => {
      const last = Math.max(1, Math.ceil(left / 50));
      const refusal = answers(404, { message: 'Resource not found.' });
      let now = market(rowsTo(1_000)).upstream;
      const { call } = shippedGateway((request) => now(request));
      await call('GET', LIST);
      now = market(rowsTo(left), (page) => (page > last ? refusal : undefined)).upstream;
      const { answer, body } = await call('GET', LIST);
      expect([answer.status, idsIn(body), metaOf(body).total]).toEqual([200, upTo(left), left]);
    },
  );

  it('is whole when it has more rows by now', async () => {
    let now = market(rowsTo(70)).upstream;
    const { call } = shippedGateway((request) => now(request));
    await call('GET', LIST);
    now = market(rowsTo(310)).upstream;
    expect(idsIn((await call('GET', LIST)).body)).toEqual(upTo(310));
  });
});

describe('rows that change while a list is read', () => {
  it('move nowhere by being updated: each is there once', async () => {
    let calls = 0;
    const { upstream } = market(rowsTo(300), (_page, here) => {
      calls += 1;
      // Fifty rows that were not read yet: in v2's own order they would move to the first page.
      const isUpdated = (id: number): boolean => Math.ceil(id / 50) === ((calls + 2) % 6) + 1;
      here.stock = here.stock.map((row) => (isUpdated(row.id) ? { ...row, touched: calls } : row));
      return undefined;
    });
    const { body } = await shippedGateway(upstream).call('GET', LIST);
    expect(idsIn(body)).toEqual(upTo(300));
  });

  it('and are only added cost no page: 20 of 20 are answered, each row once', async () => {
    let newId = 1_000;
    const { upstream } = market(rowsTo(990), (_page, here) => {
      here.stock = [...here.stock, { id: (newId += 1), touched: 0 }];
      return undefined;
    });
    const gateway = shippedGateway(upstream);
    for (let asked = 0; asked < 20; asked += 1) {
      const { answer, body } = await gateway.call('GET', LIST);
      const ids = idsIn(body);
      expect([answer.status, metaOf(body).to, ids.slice(0, 990)]).toEqual([200, ids.length, upTo(990)]);
      expect(ids).toEqual([...new Set(ids)].toSorted(byNumber));
    }
  });

  it('and come while others go lose no row by it, also when more come than go', async () => {
    const change = fc.constantFrom('create', 'create', 'create', 'delete' as const);
    const changes = fc.array(fc.tuple(fc.array(change), fc.nat()), { minLength: 40, maxLength: 40 });
    const counts = fc.integer({ min: 101, max: 400 });
    const property = fc.asyncProperty(counts, changes, async (count, made) => {
      let [calls, newId] = [0, 1_000];
      let throughout = upTo(count);
      const { upstream } = market(rowsTo(count), (_page, here) => {
        // The first time something comes between any two pages, so that the list is read again.
        const [kinds = [], at = 0] = calls < count / 50 ? [['create']] : (made[calls] ?? []);
        calls += 1;
        for (const kind of kinds) {
          const gone = kind === 'delete' ? here.stock[at % here.stock.length] : undefined;
          here.stock = here.stock.filter((row) => row !== gone);
          if (kind === 'create') here.stock = [...here.stock, { id: (newId += 1), touched: 0 }];
          throughout = throughout.filter((id) => id !== gone?.id);
        }
        return undefined;
      });
      const { answer, body } = await shippedGateway(upstream).call('GET', LIST);
      if (answer.status === 503) return;
      const read = idsIn(body);
      expect([answer.status, metaOf(body).to, metaOf(body).total]).toEqual([200, read.length, read.length]);
      expect(read).toEqual([...new Set(read)].toSorted(byNumber));
      expect(throughout.filter((id) => !read.includes(id))).toEqual([]);
    });
    await fc.assert(property);
  });

  it('and come or go are neither lost nor doubled: the list is read anew, and after three times it is 503', async () => {
    const kind = fc.constantFrom('create', 'delete', 'none', 'none');
    const change = fc.record({ kind, at: fc.nat({ max: 200 }) });
    const delays = fc.array(fc.nat({ max: 4 }), { maxLength: 12 });
    const cases = [fc.nat({ max: 180 }), fc.array(change, { maxLength: 12 }), delays, fc.boolean()] as const;
    let refused = 0;
    const property = fc.asyncProperty(...cases, async (count, changes, waits, known) => {
      let [calls, newId] = [known ? -1_000 : 0, 1_000];
      let throughout = upTo(count);
      const { upstream } = market(rowsTo(count), async (_page, here) => {
        const call = (calls += 1) - 1;
        for (let turns = waits[call] ?? 0; turns > 0; turns -= 1) await quiet();
        const made = changes[call];
        const gone = made?.kind === 'delete' ? here.stock[made.at] : undefined;
        here.stock = here.stock.filter((row) => row !== gone);
        if (made?.kind === 'create') here.stock = [...here.stock, { id: (newId += 1), touched: 0 }];
        throughout = throughout.filter((id) => id !== gone?.id);
      });
      const { call } = shippedGateway(upstream);
      if (known) await call('GET', LIST);
      calls = 0;
      const { answer, body } = await call('GET', LIST);
      if (answer.status === 503) {
        refused += 1;
        expect(answer.headers['retry-after']).toBe('1');
        return;
      }
      const read = idsIn(body);
      expect(answer.status).toBe(200);
      expect(read).toEqual([...new Set(read)].toSorted(byNumber));
      expect(throughout.filter((id) => !read.includes(id))).toEqual([]);
      expect(metaOf(body).total).toBe(read.length);
    });
    await fc.assert(property, { numRuns: 150 });
    expect(refused).toBeLessThan(75);
  });
});
