import { createCounters } from '../../../src/cutover/counters.js';
import { EvidenceRegistry } from '../../../src/cutover/evidence/evidenceRegistry.js';
import type { ServedRequest } from '../../../src/cutover/evidence/traffic.js';
import { describeStores, storeAt } from '../../store/support/places.ts';
import { servedBy } from '../support/served.ts';
import { openWholeStore } from '../../../src/store/wholeStore.js';

const DAY = 86_400_000;
const START = 20_000 * DAY + 1_000;

const seenObservation = {
  kind: 'compared' as const,
  caller: 'a',
  operation: 'x',
  signature: 's',
  differs: false,
};
const answered = servedBy({ operation: 'update', write: 'accepted' });

const at = (epoch: string) => ['offer', 'account'].map((name) => ({ name, operations: [], epoch }));

describeStores('the registry of evidence', (newStore) => {
  const opened: { close: () => Promise<void> }[] = [];
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close();
  });
  /** Opens the registry of a process over a store. */
  async function open(location: string, clock = { at: START }, window?: number) {
    const store = await openWholeStore(storeAt(location));
    opened.push(store);
    const now = () => clock.at;
    const registry = new EvidenceRegistry(now, window);
    const moreRows = () => registry.takeRows();
    const counters = createCounters({
      store: store.counters,
      now,
      window,
      onHealthChanged: () => undefined,
      moreRows,
    });
    const adopt = (epoch: string) => registry.openEpochs(at(epoch), counters, () => 0);
    await adopt('e1');
    const serve = (served: Partial<ServedRequest> = {}) => registry.countRequest(answered(served), 0, now());
    return { registry, counters, serve, adopt };
  }

  it('adds up what several processes have served, and counts it once however often it is read', async () => {
    const location = await newStore();
    const [process, nextProcess] = [await open(location), await open(location)];
    process.serve();
    process.serve({ failed: true, milliseconds: 400, write: undefined, rescue: 'answered' });
    nextProcess.serve({ caller: 'b', side: 'v1' });
    for (const { counters } of [process, nextProcess]) await counters.save();
    process.serve();
    for (const { registry, counters } of [process, nextProcess, process]) await registry.readCounts(counters);
    await process.counters.save();
    await nextProcess.registry.readCounts(nextProcess.counters);
    for (const { registry } of [process, nextProcess])
      expect(registry.evidenceOf('offer')).toMatchObject({
        v1: { requests: 1, errors: 0 },
        v2: {
          requests: 3,
          errors: 1,
          latency: new Map([
            [8, 2],
            [27, 1],
          ]),
        },
        v2Writes: new Map([['accepted', 2]]),
        callers: new Map([
          ['a', { served: 3, compared: 0 }],
          ['b', { served: 1, compared: 0 }],
        ]),
      });
  });

  it('has the counts that others store after their day, and those of earlier days once', async () => {
    const [clock, location] = [{ at: START - 2_000 }, await newStore()];
    const [process, nextProcess] = [await open(location, clock), await open(location, clock)];
    process.serve();
    nextProcess.serve({ side: 'v1' });
    await process.counters.save();
    const read = async () => {
      await process.registry.readCounts(process.counters);
      const { v1, v2 } = process.registry.evidenceOf('offer');
      return [v1.requests, v2.requests];
    };
    clock.at = START;
    expect(await read()).toEqual([0, 1]);
    await nextProcess.counters.save();
    process.serve();
    await process.counters.save();
    expect(await read()).toEqual([1, 2]);
    for (const later of [2, 3]) {
      clock.at = START + later * 3_600_000;
      expect(await read()).toEqual([1, 2]);
    }
  });

  it('finds the earlier days of an epoch that it adopts later', async () => {
    const [clock, location] = [{ at: START }, await newStore()];
    const process = await open(location, clock);
    await process.adopt('e2');
    process.serve();
    await process.counters.save();
    clock.at += 2 * DAY;
    const { registry, counters, adopt } = await open(location, clock);
    await registry.readCounts(counters);
    await adopt('e2');
    expect(registry.evidenceOf('offer').v2.requests).toBe(1);
  });

  it('continues after a restart, with the failures in a row and the traffic of the last hour', async () => {
    const location = await newStore();
    const { registry, counters, serve } = await open(location);
    for (let time = 0; time < 3; time += 1) serve({ failed: true, rescue: 'answered', write: undefined });
    registry.observe('offer', { kind: 'attempted', operation: 'x', compared: 3, tooCostly: 1 });
    await counters.save();
    const restarted = await open(location);
    const { traffic, attempted, tooCostly } = restarted.registry.evidenceOf('offer');
    expect(traffic.get('update')?.streak).toEqual({ v1: 0, v2: 3, blamed: 3 });
    expect([...attempted, ...tooCostly]).toEqual([
      ['x', 4],
      ['x', 1],
    ]);
    expect(restarted.serve({ failed: true, write: undefined }).streak.blamed).toBe(4);
  });

  it('keeps the evidence of each epoch apart, and finds it again', async () => {
    const { registry, counters, serve, adopt } = await open(await newStore());
    serve();
    registry.observe('offer', seenObservation);
    await adopt('e2');
    expect(registry.evidenceOf('offer')).toMatchObject({ compared: 0, v2: { requests: 0 } });
    serve();
    await counters.save();
    await registry.readCounts(counters);
    await adopt('e1');
    expect(registry.evidenceOf('offer')).toMatchObject({ compared: 1, v2: { requests: 1 } });
    await registry.readCounts(counters);
    expect(registry.evidenceOf('offer').v2.requests).toBe(1);
  });

  it('keeps the evidence of every present resource, however many there are', async () => {
    const { registry, counters, serve } = await open(await newStore());
    const names = Array.from({ length: 120 }, (_, number) => `resource ${number}`);
    const resources = names.map((name) => ({ name, operations: [], epoch: 'e1' }));
    await registry.openEpochs(resources, counters, () => 0);
    for (const resource of names) serve({ resource });
    expect(names.filter((name) => registry.evidenceOf(name).v2.requests !== 1)).toEqual([]);
  });

  it('keeps what was served for as long as its window is', async () => {
    const [clock, location, window] = [{ at: START }, await newStore(), 365 * DAY];
    const { counters, serve } = await open(location, clock, window);
    serve();
    await counters.save();
    clock.at += 200 * DAY;
    await counters.save();
    const { registry } = await open(location, clock, window);
    expect(registry.evidenceOf('offer').v2.requests).toBe(1);
  });

  it('forgets what was served before the window', async () => {
    const clock = { at: START };
    const { registry, counters, serve } = await open(await newStore(), clock);
    serve();
    await counters.save();
    clock.at += 7 * DAY;
    expect(registry.evidenceOf('offer').v2.requests).toBe(1);
    clock.at += DAY;
    expect(registry.evidenceOf('offer').v2.requests).toBe(0);
    expect(registry.evidenceOf('offer').since).toBe(clock.at);
  });

  it('starts the counts of comparisons again, and keeps all others', async () => {
    const { registry, serve } = await open(await newStore());
    serve();
    registry.observe('offer', seenObservation);
    const { since } = registry.evidenceOf('offer');
    registry.replaceComparisons('offer', [
      { ...seenObservation, at: START },
      { ...seenObservation, differs: true, at: START },
    ]);
    expect(registry.evidenceOf('offer')).toMatchObject({
      since,
      compared: 2,
      differing: 1,
      v2: { requests: 1 },
    });
  });
});
