import { openMemoryStore } from '../../../src/store/wholeStore';
import { readPlan } from '../../../src/cutover/plan';
import type { Served } from '../../../src/cutover/evidence/traffic';
import { createUsage, usedWithin } from '../../../src/cutover/evidence/usage';
import { openTestCutover } from '../support/openTestCutover';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const served = (more: Partial<Served> = {}): Served => ({
  ...{ resource: 'offer', operation: 'readOffer', caller: 'a', side: 'v1', because: 'stage' },
  ...{ failed: false, signature: '200', milliseconds: 5, ...more },
});

describe('the usage by clients', () => {
  it('is forgotten after 90 days, and of 10,001 callers the one seen longest ago', async () => {
    let now = 100 * DAY;
    const usage = createUsage((await openMemoryStore()).cutover, () => now);
    usage.count(served());
    now += 89 * DAY;
    usage.count(served({ operation: 'updateOffer', caller: 'b' }));
    const used = (days: number) => [...usedWithin(usage.of('offer'), days, now).operations.keys()];
    expect([used(90), used(89)]).toEqual([['readOffer', 'updateOffer'], ['updateOffer']]);
    now += DAY;
    expect([used(90), [...usage.of('offer').callers.keys()]]).toEqual([['updateOffer'], ['b']]);
    for (let caller = 0; caller < 10_000; caller += 1) usage.count(served({ caller: `c-${caller}` }));
    expect(usage.of('offer').callers.size).toBe(10_000);
    expect(usage.of('offer').callers.has('b')).toBe(false);
  });

  it('is kept again where the store has failed, and when it was replaced', async () => {
    const [first, second] = [(await openMemoryStore()).cutover, (await openMemoryStore()).cutover];
    let isBroken = true;
    const usage = createUsage(
      {
        usage: first.usage,
        saveUsage: (resource, counted) =>
          isBroken ? Promise.reject(new Error('disk gone')) : second.saveUsage(resource, counted),
      },
      () => 0,
    );
    usage.count(served());
    await expect(usage.save()).rejects.toThrow('disk gone');
    isBroken = false;
    await usage.save();
    expect([...(await second.usage()).keys()]).toEqual(['offer']);
    await second.saveUsage('offer', { since: 0, days: new Map(), callers: new Map() });
    usage.keepAnew();
    await usage.save();
    expect((await second.usage()).get('offer')?.callers.size).toBe(1);
  });

  it('is replaced by what the store holds, at the moment it is asked to', async () => {
    const store = (await openMemoryStore()).cutover;
    const [one, other] = [createUsage(store, () => 0), createUsage(store, () => 0)];
    one.count(served({ caller: 'a' }));
    await one.save();
    other.count(served({ caller: 'b' }));
    const install = await other.load();
    const callers = () => [...other.of('offer').callers.keys()];
    expect(callers()).toEqual(['b']);
    install();
    expect(callers()).toEqual(['a']);
  });
});

describe('a plan', () => {
  const planOf = (value: unknown) => {
    const read = readPlan(value, [{ name: 'offer', operations: ['readOffer', 'updateOffer'] }]);
    if (!read.ok) throw new Error('not a plan');
    return read.plan;
  };
  const step = { resource: 'offer', to: 'canary 5%', notBefore: '2025-11-03T00:00', require: { dwell: 0 } };

  it('waits for operations that clients use, also before a restart, and never for unused ones', async () => {
    const store = (await openMemoryStore()).cutover;
    const planned = planOf({ steps: [step] });
    const first = await openTestCutover({ store, plan: planned });
    first.served(served({ operation: 'readOffer' }));
    first.served(served({ operation: 'updateOffer', because: 'forced' }));
    first.served(served({ operation: 'updateOffer', signature: '401' }));
    await first.tick();
    const second = await openTestCutover({ store, plan: planned });
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
    const seen = { caller: 'a', operation: 'updateOffer', signature: 'updateOffer', differs: false };
    second.observe('offer', { kind: 'compared', ...seen });
    expect(missing()).toBe(
      'never compared: readOffer (requests in 14 days: 1); to go without, in the plan, read at a restart: require: { operations: [updateOffer] }',
    );
    second.clock.at += 14 * 24 * HOUR;
    expect(missing()).toBe(
      'no client has used anything in 14 days, as far as known: what has to be compared? Name it: require: { operations: [readOffer, updateOffer] }',
    );
  });
});
