import { readFileSync } from 'node:fs';
import type { StoredIndex } from '../../src/gateway/lookup/indexStore.js';
import { createLoginIndex } from '../../src/store/loginIndexRows.js';
import { storeMigrations, type StoreTables } from '../../src/store/schema.js';
import { openStore, type Store, type StoreLocation } from '../../src/store/sqliteStore.js';
import { fakeMarket, offer, offers } from '../gateway/support/fakeMarket.ts';
import { describeIndexStore } from '../gateway/support/indexStoreContract.ts';
import { lookupBench, quiet } from '../gateway/support/lookups.ts';
import { describeSharedScans } from '../gateway/support/sharedScans.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

type LoginStore = Store<StoreTables>;

const open = (location: StoreLocation): Promise<LoginStore> => openStore(location, storeMigrations);

describe('an index of logins in SQLite', () => {
  const folder = temporaryFolder();
  let store: LoginStore;
  const reopen = async () => {
    store = await open({ kind: 'file', path: folder.path('store.db') });
    const { invalidate, ...index } = createLoginIndex(store.db);
    const keptStoredIndex: StoredIndex = {
      ...index,
      renew: async (pass) => {
        await invalidate(pass);
        return keptStoredIndex;
      },
    };
    return keptStoredIndex;
  };
  afterEach(() => store.close());

  describeIndexStore(reopen);
  describeSharedScans(reopen);

  it('answers after a restart with one read', async () => {
    const market = fakeMarket(offers(120));
    const previousLookupBench = lookupBench(market.upstream, { size: 50, store: await reopen() });
    expect(await previousLookupBench.ask('login-1')).toMatchObject({ status: 200, id: 1 });
    await store.close();

    const nextLookupBench = lookupBench(market.upstream, { size: 50, store: await reopen() });
    expect(await nextLookupBench.ask('login-2')).toMatchObject({ status: 200, id: 2, calls: 1 });
    expect(await nextLookupBench.ask('nobody')).toMatchObject({ status: 404, calls: 2 });
  });

  it('continues an interrupted scan after a restart', async () => {
    const market = fakeMarket(offers(10));
    const previousLookupBench = lookupBench(market.upstream, { store: await reopen(), pageBudget: 3 });
    expect((await previousLookupBench.ask('login-1')).status).toBe(503);
    await store.close();

    const pages = market.pages().length;
    const nextLookupBench = lookupBench(market.upstream, { store: await reopen() });
    expect((await nextLookupBench.ask('login-1')).status).toBe(200);
    expect(market.pages().slice(pages)).toEqual([4, 5]);
  });

  it('contains neither keys nor logins', async () => {
    const stock = [offer(1, 'canary-login'), offer(2, null)];
    const { ask } = lookupBench(fakeMarket(stock).upstream, { store: await reopen() });
    expect((await ask('canary-login', { authorization: 'Bearer canary-key' })).status).toBe(200);
    for (const name of ['store.db', 'store.db-wal']) {
      expect(readFileSync(folder.path(name), 'latin1')).not.toContain('canary');
    }
  });

  it('is unreadable with a different secret', async () => {
    const market = fakeMarket(offers(2));
    const index = await reopen();
    await lookupBench(market.upstream, { store: index, secret: 'one' }).ask('login-1');
    expect(await lookupBench(market.upstream, { store: index, secret: 'two' }).ask('login-1')).toMatchObject({
      status: 200,
      calls: 2,
    });
  });

  it('is replaced by memory while the database fails, which is reported once', async () => {
    const market = fakeMarket(offers(10));
    const { ask, events } = lookupBench(market.upstream, { store: await reopen() });
    expect((await ask('login-10')).status).toBe(200);
    await quiet();
    await store.close();
    expect((await ask('nobody')).status).toBe(404);
    expect((await ask('login-1')).status).toBe(200);
    expect((await ask('nobody')).calls).toBe(2);
    expect(events.filter(({ kind }) => kind === 'indexStoreFailed')).toHaveLength(1);
    store = await open({ kind: 'memory' });
  });
});
