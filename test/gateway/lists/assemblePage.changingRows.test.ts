import { fc } from '../../support/fastCheck.ts';
import { quiet } from '../support/lookups.ts';
import { byNumber, idsIn, market, metaOf, rowsTo, upTo } from '../support/pagedMarket.ts';
import { shippedGateway } from '../support/shippedGateway.ts';

const LIST = '/v1/item-offers?per_page=1000';

describe('rows that change while a list is read', () => {
  it('are listed once each if they are only updated', async () => {
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

  it('cost no page if they are only added: 20 of 20 are answered, each row once', async () => {
    let newId = 1_000;
    const { upstream } = market(rowsTo(990), (_page, here) => {
      here.stock = [...here.stock, { id: (newId += 1), touched: 0 }];
      return undefined;
    });
    const { call } = shippedGateway(upstream);
    for (let askedCount = 0; askedCount < 20; askedCount += 1) {
      const { answer, body } = await call('GET', LIST);
      const ids = idsIn(body);
      // As many as the list had when its first page came.
      const length = askedCount === 0 ? 991 : 1_000;
      expect([answer.status, metaOf(body).to, ids.length]).toEqual([200, length, length]);
      expect(ids.slice(0, 990)).toEqual(upTo(990));
      expect(ids).toEqual([...new Set(ids)].toSorted(byNumber));
    }
  });

  it('are never lost if they appear and disappear, even if more appear than disappear', async () => {
    let answered = 0;
    const still = Array.from({ length: 8 }, () => [] as const);
    const change = fc.constantFrom(...still, ['create'], ['create', 'create', 'delete']);
    const cases = [
      fc.integer({ min: 101, max: 400 }),
      fc.array(fc.tuple(change, fc.nat()), { minLength: 40, maxLength: 40 }),
    ] as const;
    const property = fc.asyncProperty(...cases, async (count, changes) => {
      let [calls, newId] = [0, 1_000];
      let throughout = upTo(count);
      const pages = Math.ceil(count / 50);
      const { upstream } = market(rowsTo(count), (_page, here) => {
        // The first time something comes between any two pages, so that the list is read again.
        const [kinds = [], at = 0] = calls < pages ? [['create']] : (changes[calls] ?? []);
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
      answered += 1;
      const read = idsIn(body);
      expect([answer.status, metaOf(body).to]).toEqual([200, metaOf(body).total]);
      expect(read).toEqual([...new Set(read)].toSorted(byNumber));
      expect(throughout.filter((id) => !read.includes(id))).toEqual([]);
      expect(metaOf(body).total).toBe(read.length);
    });
    await fc.assert(property, { numRuns: 100 });
    expect(answered).toBeGreaterThan(25);
  });

  it('are neither lost nor doubled: the list is read again, and is 503 after three times', async () => {
    const kind = fc.constantFrom('create', 'delete', 'none', 'none');
    const change = fc.record({ kind, at: fc.nat({ max: 200 }) });
    const delays = fc.array(fc.nat({ max: 4 }), { maxLength: 12 });
    const cases = [fc.nat({ max: 180 }), fc.array(change, { maxLength: 12 }), delays, fc.boolean()] as const;
    let refused = 0;
    const property = fc.asyncProperty(...cases, async (count, changes, waits, isKnown) => {
      let [calls, newId] = [isKnown ? -1_000 : 0, 1_000];
      let throughout = upTo(count);
      const { upstream } = market(rowsTo(count), async (_page, here) => {
        const call = (calls += 1) - 1;
        for (let turns = waits[call] ?? 0; turns > 0; turns -= 1) await quiet();
        const madeEntry = changes[call];
        const gone = madeEntry?.kind === 'delete' ? here.stock[madeEntry.at] : undefined;
        here.stock = here.stock.filter((row) => row !== gone);
        if (madeEntry?.kind === 'create') here.stock = [...here.stock, { id: (newId += 1), touched: 0 }];
        throughout = throughout.filter((id) => id !== gone?.id);
      });
      const { call } = shippedGateway(upstream);
      if (isKnown) await call('GET', LIST);
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
