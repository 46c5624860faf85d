import type { StoredIndex } from '../../../src/gateway/lookup/indexStore.js';
import { createLoginIndex } from '../../../src/store/loginIndexRows.js';
import { storeMigrations, type StoreTables } from '../../../src/store/schema.js';
import { openStore, type Store } from '../../../src/store/sqliteStore.js';
import { fakeMarket, offer, offers } from '../support/fakeMarket.ts';
import { indexThrough } from '../support/indexThrough.ts';
import { lookupBench, quiet } from '../support/lookups.ts';

const opened: Store<StoreTables>[] = [];
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close();
});

/** A store that fails on demand. */
async function fragileStore() {
  const database = await openStore<StoreTables>({ kind: 'memory' }, storeMigrations);
  opened.push(database);
  const { invalidate, ...kept } = createLoginIndex(database.db);
  let broken = false;
  const tried: string[] = [];
  const store: StoredIndex = indexThrough(
    { ...kept, renew: (pass) => invalidate(pass).then(() => store) },
    (name, call) => {
      tried.push(name);
      return broken ? Promise.reject(new Error('no space left on device')) : call();
    },
  );
  return { store, tried, fail: (now: boolean) => (broken = now) };
}

describe('an index whose store fails temporarily', () => {
  it('is kept in memory during the failure, and then in the store, which is read again', async () => {
    const stock = offers(10);
    const market = fakeMarket(stock);
    const { store, tried, fail } = await fragileStore();
    const { ask, clock, events } = lookupBench(market.upstream, { store });
    const kinds = () => events.map(({ kind }) => kind).filter((kind) => kind.startsWith('indexStore'));
    expect(await ask('login-3')).toMatchObject({ status: 200, id: 3 });
    await quiet();

    fail(true);
    expect(await ask('nobody')).toMatchObject({ status: 404 });
    expect(await ask('login-4')).toMatchObject({ status: 200, id: 4 });
    expect(kinds()).toEqual(['indexStoreFailed']);

    tried.length = 0;
    clock.advance(14_999);
    expect((await ask('login-5')).status).toBe(200);
    expect(tried).toEqual([]);
    clock.advance(1);
    expect((await ask('login-6')).status).toBe(200);
    expect(tried).toEqual(['renew']);
    expect(kinds()).toEqual(['indexStoreFailed']);

    fail(false);
    stock.unshift(offer(11, 'login-11'));
    clock.advance(15_000);
    // The store says that it is complete, and yet it has not seen what came meanwhile.
    expect(await ask('login-11')).toMatchObject({ status: 200, id: 11 });
    expect(await ask('nobody')).toMatchObject({ status: 404 });
    expect(kinds()).toEqual(['indexStoreFailed', 'indexStoreRecovered']);
  });

  it('starts empty at the next failure, so that it gives no outdated answer', async () => {
    const stock = offers(4);
    const { store, fail } = await fragileStore();
    const { ask, clock } = lookupBench(fakeMarket(stock).upstream, { store });
    fail(true);
    expect((await ask('nobody')).status).toBe(404);
    fail(false);
    clock.advance(15_000);
    expect((await ask('nobody')).status).toBe(404);
    stock.unshift(offer(5, 'nobody'));
    fail(true);
    expect(await ask('nobody')).toMatchObject({ status: 200, id: 5 });
  });
});
