import { statSync } from 'node:fs';
import { openWholeStore } from '../../src/store/wholeStore';
import type { Sample } from '../../src/comparison/keep/keptSample';
import { describeStores, storeAt } from './support/places';
import { observed } from './support/records';

const sample = (id: string, at: number): Sample => ({
  id,
  at,
  resource: 'account',
  operation: 'getAccount',
  v1: { status: 200, body: '' },
  v2: { status: 200, body: '' },
  raw: [],
});
const bounds = { pairs: 3, age: 100 };

describeStores('the evidence of the comparison', (newStore) => {
  it('keeps counts, observations of an epoch and samples over a restart, for its owner only', async () => {
    const name = await newStore();
    const at = storeAt(name);
    const firstOwnStore = await openWholeStore(at, bounds);
    const endedMap = new Map([
      ['getAccount', new Map([['compared', 2] as const, ['queue_full', 5] as const])],
    ]);
    await firstOwnStore.comparison.save(
      {
        observed: [observed('a', 1, 'e1'), observed('b', 2, 'e2')],
        samples: [sample('a', 1)],
        ended: endedMap,
      },
      10,
    );
    await firstOwnStore.close();
    const second = await openWholeStore(at, bounds);
    expect(await second.comparison.ended()).toEqual(endedMap);
    expect(await second.comparison.observed(['e1'])).toEqual([observed('a', 1, 'e1')]);
    expect(await second.comparison.latest()).toEqual([observed('b', 2, 'e2')]);
    expect(await second.comparison.sample('a')).toEqual(sample('a', 1));
    expect(await second.comparison.sample('b')).toBeUndefined();
    await second.close();
    if (at === name) expect(statSync(name).mode & 0o777).toBe(0o600);
  });

  it('deletes rows that are too old, and the oldest of too many', async () => {
    const { comparison: store, close } = await openWholeStore(storeAt(await newStore()), bounds);
    const many = [1, 50, 60, 70, 80].map((at) => observed(String(at), at, 'e1'));
    await store.save({ observed: many, samples: [sample('old', 1)], ended: new Map() }, 120);
    expect((await store.observed(['e1'])).map(({ id }) => id)).toEqual(['60', '70', '80']);
    expect(await store.sample('old')).toBeUndefined();
    await store.save({ observed: [], samples: [], ended: new Map() }, 175);
    expect((await store.observed(['e1'])).map(({ id }) => id)).toEqual(['80']);
    await close();
  });

  it('stores more rows in one batch than fit in one statement', async () => {
    const { comparison: store, close } = await openWholeStore(storeAt(await newStore()), {
      pairs: 5_000,
      age: 100,
    });
    const many = Array.from({ length: 1_200 }, (_, id) => observed(String(id), 1, 'e1'));
    await store.save({ observed: many, samples: [], ended: new Map() }, 2);
    expect(await store.observed(['e1'])).toHaveLength(1_200);
    await close();
  });
});
