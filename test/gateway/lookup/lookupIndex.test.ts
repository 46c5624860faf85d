import { createLearnPassed } from '../../../src/gateway/lookup/lookups.js';
import { createCachedIndex, createIndexNames } from '../../../src/gateway/lookup/lookupQuestion.js';
import { createMemoryIndex, type StoredIndex } from '../../../src/gateway/lookup/indexStore.js';
import { fakeClock } from '../support/fakeClock.ts';
import { fakeMarket, offers } from '../support/fakeMarket.ts';
import { describeIndexStore } from '../support/indexStoreContract.ts';
import { indexThrough } from '../support/indexThrough.ts';
import { lookupBench, quiet } from '../support/lookups.ts';
import { shipped } from '../../support/shipped.ts';

/** A store that writes down which of its functions are used. */
function watched(): { readonly store: StoredIndex; readonly used: string[] } {
  const used: string[] = [];
  const store: StoredIndex = indexThrough(
    { ...createMemoryIndex(1000), renew: () => Promise.resolve(store) },
    (name, call) => {
      if (name === 'find' || name === 'state') used.push(name);
      return call();
    },
  );
  return { store, used };
}

describe('an index with a cache in front', () => {
  describeIndexStore(() => Promise.resolve(createCachedIndex(createMemoryIndex(100), fakeClock(), 1000)));

  it('finds a login without a read of the store', async () => {
    const { store, used } = watched();
    const { ask } = lookupBench(fakeMarket(offers(4)).upstream, { store });
    await ask('login-4');
    await quiet();
    await ask('login-4');
    used.length = 0;
    expect(await ask('login-4')).toMatchObject({ status: 200, calls: 1 });
    expect(used).toEqual([]);
  });

  it('is read again if it is lost while the head of its list is read', async () => {
    const store: StoredIndex = { ...createMemoryIndex(1000), renew: () => Promise.resolve(store) };
    const market = fakeMarket(offers(4));
    const { ask } = lookupBench(market.upstream, { store });
    expect((await ask('nobody')).status).toBe(404);
    const countBefore = market.requests.length;
    market.interfere = () => {
      Object.assign(store, createMemoryIndex(1000));
      market.interfere = () => undefined;
      return undefined;
    };
    expect(await ask('nobody')).toMatchObject({ status: 503, problem: 'indexing' });
    await quiet();
    // The head of the list, then the whole list.
    expect(market.requests.slice(countBefore).map(({ path }) => path)).toEqual(
      [1, 1, 2].map((page) => `/v2/accounts?page=${page}&per_page=2&sort=-id`),
    );
    expect((await ask('nobody')).status).toBe(404);
  });

  it('reads the store again after a while, for findings of other instances', async () => {
    const { store, used } = watched();
    const clock = fakeClock();
    const cached = createCachedIndex(store, clock, 1000);
    await store.begin('p', 1, 0);
    const pass = { number: 1, nextPage: 2, total: 1, beganAt: 0, marks: { id: null, changed: null } };
    await store.remember('p', pass, [{ id: '1', key: 'k', preferred: true, changed: null }]);
    const reads: number[] = [];
    for (const wait of [0, 999, 1, 1]) {
      clock.advance(wait);
      await cached.find('p', 'k');
      reads.push(used.length);
    }
    expect(reads).toEqual([1, 1, 1, 2]);
  });

  it('does not remember a missing login', async () => {
    const { store } = watched();
    const cached = createCachedIndex(store, fakeClock(), 1000);
    await cached.find('p', 'k');
    await store.begin('p', 1, 0);
    const pass = { number: 1, nextPage: 2, total: 1, beganAt: 0, marks: { id: null, changed: null } };
    await store.remember('p', pass, [{ id: '1', key: 'k', preferred: true, changed: null }]);
    expect((await cached.find('p', 'k')).candidates).toHaveLength(1);
  });
});

describe('a request that is passed through', () => {
  it('removes an offer that a seller has deleted from the index, and nothing else', async () => {
    const [index] = shipped().operations.flatMap(({ indexes = [] }) => indexes);
    if (index === undefined) throw new Error('no index is shipped');
    const entry = { store: createMemoryIndex(1000), names: createIndexNames('secret') };
    const partition = entry.names.partition(index, 'seller');
    const entries = ['1', '2'].map((id) => ({ id, key: 'k', preferred: true, changed: null }));
    await entry.store.begin(partition, 1, 0);
    await entry.store.note(partition, entries);
    const deleted = { method: 'DELETE', target: `${index.path}/1?force=1`, answer: Buffer.alloc(0) };
    await createLearnPassed(entry)([index], { key: 'seller' }, deleted);
    await createLearnPassed(entry)(
      [index],
      { key: 'seller' },
      { ...deleted, target: `${index.path}/2/image` },
    );
    expect((await entry.store.find(partition, 'k')).candidates.map(({ id }) => id)).toEqual(['2']);
  });
});
