import { openMemoryStore } from '../../../src/store/wholeStore.js';
import type { CounterRow } from '../../../src/cutover/counters.js';
import { createUsage, type Usage, usedOperations } from '../../../src/cutover/evidence/usage.js';
import { openTestCutover, planOf } from '../support/openTestCutover.ts';
import { servedBy } from '../support/served.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const served = servedBy({ side: 'v1' });

const ROW: Omit<CounterRow, 'bucketAt' | 'latest'> = {
  caller: 'a',
  program: 'bot',
  resource: 'offer',
  operation: 'readOffer',
  side: 'v1',
  trait: '',
  outcome: 'answered',
  bucketSeconds: 86_400,
  requests: 1,
};

describe('the usage by clients', () => {
  it('has the counts of 90 days, without those of the operator', async () => {
    const { counters: store } = await openMemoryStore();
    const row = (day: number, more: object = {}) => ({
      ...ROW,
      bucketAt: day * DAY,
      latest: day * DAY + 5,
      ...more,
    });
    await store.add([
      row(10),
      row(11, { operation: 'updateOffer', caller: 'b' }),
      row(12, { caller: '(operator)' }),
    ]);
    await store.add([
      row(100, { side: 'v2', requests: 2 }),
      row(100, { side: 'gateway' }),
      row(100, { resource: '' }),
    ]);
    const readAt = async (now: number) => {
      const usage = createUsage(() => now);
      await usage.readCounts({ readAtRest: (work) => work(store.sums, () => [row(100, { caller: 'c' })]) });
      return usage.usageOf('offer');
    };
    const { since, days, callers } = await readAt(100 * DAY + HOUR);
    expect(since).toBe(11 * DAY + 5);
    expect([...days].map(([day, counts]) => [day, ...counts])).toEqual([
      [11, ['updateOffer', 1]],
      [100, ['readOffer', 3]],
    ]);
    expect(callers.get('a')).toEqual({ v1: 0, v2: 2, latest: 100 * DAY + 5 });
    expect([...callers.keys()].toSorted()).toEqual(['a', 'b', 'c']);
    const used = (days: number, usage: Usage) => [
      ...usedOperations(usage, days, 100 * DAY).operations.keys(),
    ];
    const usage = await readAt(100 * DAY);
    expect([used(90, usage), used(89, usage)]).toEqual([['updateOffer', 'readOffer'], ['readOffer']]);
  });

  it('has the counts of a day that another process stores after midnight', async () => {
    const { counters: store } = await openMemoryStore();
    let now = 100 * DAY + 1_000;
    const usage = createUsage(() => now);
    const requests = async () => {
      await usage.readCounts({ readAtRest: (work) => work(store.sums, () => []) });
      return usage.usageOf('offer').callers.get('a')?.v1;
    };
    const yesterday = { ...ROW, bucketAt: 99 * DAY, latest: 100 * DAY - 1 };
    await store.add([yesterday]);
    expect(await requests()).toBe(1);
    await store.add([yesterday]);
    now += 2_000;
    expect(await requests()).toBe(2);
    now += 2 * HOUR;
    expect([await requests(), await requests()]).toEqual([2, 2]);
  });
});

describe('a plan with operations in use', () => {
  const step = { resource: 'offer', to: 'canary 5%', notBefore: '2025-11-03T00:00', require: { dwell: 0 } };

  it('waits for operations that clients use, even before a restart, and never for unused ones', async () => {
    const { cutover: store, counters } = await openMemoryStore();
    const planned = planOf({ steps: [step] });
    const firstTestCutover = await openTestCutover({ store, counters, plan: planned });
    firstTestCutover.served(served({ operation: 'readOffer' }));
    firstTestCutover.served(served({ operation: 'updateOffer', because: 'forced' }));
    firstTestCutover.served(served({ operation: 'updateOffer', signature: '401' }));
    await firstTestCutover.tick();
    const second = await openTestCutover({ store, counters, plan: planned });
    const missing = () => {
      const conditions = second.overview()[0]?.next?.judgement.conditions ?? [];
      return conditions.find(({ name }) => name === 'operations')?.sentence;
    };
    expect(missing()).toBe('never compared: readOffer (requests in 14 days: 1)');
    await second.adopt({
      resources: [{ name: 'offer', operations: ['readOffer', 'updateOffer'], epoch: 'e2' }],
    });
    expect(missing()).toBe('never compared: readOffer (requests in 14 days: 1)');
    second.served(served({ operation: 'updateOffer' }));
    expect(missing()).toBe(
      'never compared: readOffer (requests in 14 days: 1), updateOffer (requests in 14 days: 1)',
    );
    const seenClient = { caller: 'a', operation: 'updateOffer', signature: 'updateOffer', differs: false };
    second.observe('offer', { kind: 'compared', ...seenClient });
    expect(missing()).toBe(
      'never compared: readOffer (requests in 14 days: 1); to go without, in the plan, read at a restart: require: { operations: [updateOffer] }',
    );
    second.clock.at += 14 * 24 * HOUR;
    expect(missing()).toBe(
      'no client has used anything in 14 days, as far as known: what has to be compared? Name it: require: { operations: [readOffer, updateOffer] }',
    );
  });
});
