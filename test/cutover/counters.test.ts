import {
  type CountedRequest,
  type CounterRow,
  type CounterStore,
  createCounters,
} from '../../src/cutover/counters.js';
import { MAX_PROGRAMS } from '../../src/cutover/evidence/countedClients.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { describeStores, storeAt } from '../store/support/places.ts';

const DAY = 86_400_000;
const TODAY = 20_000;
const ALL = { from: 0, to: 30_000 * DAY };

const common = { caller: '0123456789ab', program: 'bot', resource: 'account', operation: 'getAccount' };
const answered = { ...common, side: 'v2', outcome: 'answered' } as const;
const request: CountedRequest = { ...answered, traits: [] };
const bucket = { bucketAt: TODAY * DAY, bucketSeconds: 86_400 };
const row: CounterRow = { ...answered, ...bucket, trait: '', requests: 2, latest: TODAY * DAY + 5 };

describeStores('counters', (newStore) => {
  const opened: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close();
  });
  const open = async (location?: string): Promise<CounterStore> => {
    const store = await openWholeStore(storeAt(location ?? (await newStore())));
    opened.push(store);
    return store.counters;
  };
  const countersOver = async (store: CounterStore) => {
    let now = TODAY * DAY;
    const health: boolean[] = [];
    const counters = createCounters({
      store,
      now: () => now,
      onHealthChanged: ({ ok }) => void health.push(ok),
    });
    await counters.open();
    return { counters, health, set: (at: number) => (now = at) };
  };

  it('add up the counts of several processes, by any columns, with the latest instant', async () => {
    const location = await newStore();
    const [firstEntry, second] = [
      await countersOver(await open(location)),
      await countersOver(await open(location)),
    ];
    firstEntry.counters.count(request);
    firstEntry.counters.count({ ...request, outcome: 'failed', side: 'v1' });
    second.set(TODAY * DAY + 7);
    second.counters.count(request);
    await firstEntry.counters.save();
    const sums = await second.counters.sums(ALL, ['side', 'outcome']);
    expect(sums).toEqual([
      { side: 'v1', outcome: 'failed', requests: 1, latest: TODAY * DAY, latestBucket: TODAY * DAY },
      { side: 'v2', outcome: 'answered', requests: 2, latest: TODAY * DAY + 7, latestBucket: TODAY * DAY },
    ]);
    expect(await second.counters.sums({ ...ALL, caller: 'ffffffffffff' }, ['caller'])).toEqual([]);
    expect(await second.counters.sums({ from: 0, to: TODAY * DAY }, ['caller'])).toEqual([]);
  });

  it('count a request with traits once, and once more by each trait', async () => {
    const { counters } = await countersOver(await open());
    counters.count({ ...request, traits: ['byLogin login', 'body'] });
    counters.count(request);
    expect(await counters.sums(ALL, ['operation'])).toMatchObject([{ requests: 2 }]);
    expect(await counters.sums(ALL, ['trait'])).toMatchObject([
      { trait: '', requests: 2 },
      { trait: 'body', requests: 1 },
      { trait: 'byLogin login', requests: 1 },
    ]);
  });

  it('are stored for four hundred days', async () => {
    const store = await open();
    const { counters } = await countersOver(store);
    await store.add([400, 399].map((ago) => ({ ...row, bucketAt: (TODAY - ago) * DAY })));
    await counters.save();
    expect(await store.sums(ALL, ['bucketAt'])).toMatchObject([{ bucketAt: (TODAY - 399) * DAY }]);
  });

  it('drop the oldest buckets when there are too many rows', async () => {
    const store = await open();
    await store.add([1, 2, 3].map((day) => ({ ...row, bucketAt: day * DAY })));
    await store.prune({ daysFrom: 0, halfDaysFrom: 0, hoursFrom: 0, maxRows: 2 });
    expect(await store.sums(ALL, ['bucketAt'])).toMatchObject([{ bucketAt: 2 * DAY }, { bucketAt: 3 * DAY }]);
  });

  it('bound the programs of a key even over restarts', async () => {
    const store = await open();
    const firstEntry = await countersOver(store);
    for (let at = 0; at < MAX_PROGRAMS; at += 1)
      firstEntry.counters.count({ ...request, program: `bot${at}` });
    await firstEntry.counters.save();
    const { counters } = await countersOver(store);
    for (const program of ['one more', 'bot7']) counters.count({ ...request, program });
    const sums = await counters.sums(ALL, ['program']);
    expect(sums).toHaveLength(MAX_PROGRAMS + 1);
    expect(sums).toContainEqual(expect.objectContaining({ program: '(others)', requests: 1 }));
    expect(sums).toContainEqual(expect.objectContaining({ program: 'bot7', requests: 2 }));
  });

  it('name a refused key only if it was a client before', async () => {
    const { counters } = await countersOver(await open());
    for (const caller of ['0123456789ab', 'ffffffffffff']) {
      counters.count({ ...request, caller, outcome: 'unauthenticated' });
      if (caller.startsWith('0')) counters.count(request);
    }
    counters.count({ ...request, outcome: 'unauthenticated' });
    expect(await counters.sums(ALL, ['caller'])).toMatchObject([
      { caller: '(unknown key)', requests: 2 },
      { caller: '0123456789ab', requests: 2 },
    ]);
  });

  it('forget a key that has not called for 30 days', async () => {
    const store = await open();
    const seenDaysAgo = (caller: string, days: number) => {
      return { ...row, caller, bucketAt: (TODAY - days) * DAY };
    };
    await store.add([seenDaysAgo('aaaaaaaaaaaa', 30), seenDaysAgo('bbbbbbbbbbbb', 31)]);
    const { counters } = await countersOver(store);
    for (const caller of ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'])
      counters.count({ ...request, caller, outcome: 'unauthenticated' });
    const sums = await counters.sums({ from: TODAY * DAY, to: (TODAY + 1) * DAY }, ['caller']);
    expect(sums.map(({ caller }) => caller)).toEqual(['(unknown key)', 'aaaaaaaaaaaa']);
  });

  it('of one caller are the same as its share of all', async () => {
    const store = await open();
    const rows = [1, 2, 3, 200].flatMap((day) =>
      ['a', 'b'].map((caller) => ({ ...row, caller, requests: day, bucketAt: day * DAY, latest: day * DAY })),
    );
    await store.add(rows);
    const ofAll = await store.sums(ALL, ['caller', 'operation']);
    expect(await store.sums({ ...ALL, caller: 'b' }, ['caller', 'operation'])).toEqual(
      ofAll.filter(({ caller }) => caller === 'b'),
    );
    const days = await store.sums({ from: 2 * DAY, to: 4 * DAY, caller: 'a' }, ['bucketAt']);
    expect(days.map(({ bucketAt, requests }) => [bucketAt / DAY, requests])).toEqual([
      [2, 2],
      [3, 3],
    ]);
    expect(await store.sums({ from: 201 * DAY, to: 300 * DAY, caller: 'a' }, ['caller'])).toEqual([]);
  });

  it('count keys beyond the twenty thousandth together', async () => {
    const { counters } = await countersOver(await open());
    for (let at = 0; at < 20_005; at += 1)
      counters.count({ ...request, caller: at.toString(16).padStart(12, '0') });
    const sums = await counters.sums(ALL, ['caller']);
    expect(sums).toContainEqual(expect.objectContaining({ caller: '(others)', requests: 5 }));
    expect(sums).toHaveLength(20_001);
  });

  it('lose and double nothing while the store fails, and report the failure', async () => {
    const store = await open();
    let fails = true;
    const add: CounterStore['add'] = (rows) => (fails ? Promise.reject(new Error('full')) : store.add(rows));
    const { counters, health } = await countersOver({ ...store, add });
    for (let round = 0; round < 2; round += 1) {
      counters.count(request);
      await counters.save();
    }
    fails = false;
    await counters.save();
    await counters.save();
    expect(health).toEqual([false, true]);
    expect(await store.sums(ALL, ['caller'])).toMatchObject([{ requests: 2 }]);
  });

  it('serve requests between the rows of many callers, and double none of them when one write fails', async () => {
    const store = await open();
    const sizes: number[] = [];
    const add: CounterStore['add'] = (rows) => {
      sizes.push(rows.length);
      return sizes.length === 2 ? Promise.reject(new Error('full')) : store.add(rows);
    };
    const { counters } = await countersOver({ ...store, add });
    for (let at = 0; at < 250; at += 1)
      counters.count({ ...request, caller: at.toString(16).padStart(12, '0') });
    let isServed = false;
    setImmediate(() => (isServed = true));
    await counters.save();
    expect([isServed, sizes]).toEqual([true, [100, 100]]);
    await counters.save();
    expect(sizes).toEqual([100, 100, 100, 50]);
    const sums = await store.sums(ALL, ['caller']);
    expect([sums.length, ...new Set(sums.map(({ requests }) => requests))]).toEqual([250, 1]);
  });
});
