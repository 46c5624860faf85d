import type { Batch } from '../../src/comparison/comparisonStore';
import { createAccounts } from '../../src/comparison/createAccounts';
import { createBook } from '../../src/comparison/createBook';
import { createCollection } from '../../src/comparison/createCollection';
import { createPrivacy } from '../../src/comparison/createPrivacy';
import { memoryComparisonStore } from '../../src/comparison/memoryComparisonStore';
import type { Pair } from '../../src/comparison/pair';

const answer = { status: 200, headers: {}, body: '{}' };
const pair = (id: string): Pair => ({
  ...{ id, at: 1, resource: 'r', operation: 'o', caller: '', request: `GET /${id}` },
  ...{ v1: answer, v2: answer, raw: [] },
});
const same = { ok: true, differences: [], ignored: [], overflow: false, alignments: new Map() } as const;

describe('the collection', () => {
  it('keeps what a store that failed could not take, and gives it everything once it works again', async () => {
    const batches: Batch[] = [];
    let works = false;
    const collection = await createCollection(
      {
        privacy: createPrivacy({ secret: 's', contracts: [], kept: [] }),
        accounts: createAccounts(),
        store: {
          ...memoryComparisonStore(),
          save: (batch) => {
            if (!works) return Promise.reject(new Error('the disk is full'));
            batches.push(batch);
            return Promise.resolve();
          },
        },
        openBook: (epoch) => createBook({ epoch, rules: [] }),
        told: () => undefined,
        now: () => 1,
      },
      'e1',
    );
    collection.seen(pair('a'), same, undefined);
    await expect(collection.flush()).rejects.toThrow('the disk is full');
    collection.seen(pair('b'), same, undefined);
    works = true;
    await collection.flush();
    await collection.flush();
    expect(batches.map(({ observed }) => observed.map(({ id }) => id))).toEqual([['a', 'b'], []]);
  });

  it('begins anew with another epoch', async () => {
    const collection = await createCollection(
      {
        privacy: createPrivacy({ secret: 's', contracts: [], kept: [] }),
        accounts: createAccounts(),
        store: memoryComparisonStore(),
        openBook: (epoch) => createBook({ epoch, rules: [] }),
        told: () => undefined,
        now: () => 1,
      },
      'e1',
    );
    collection.seen(pair('a'), same, undefined);
    expect(collection.report()).toMatchObject({ epoch: 'e1', compared: 1 });
    await collection.adopt('e1');
    expect(collection.report().compared).toBe(1);
    await collection.adopt('e2');
    expect(collection.report()).toMatchObject({ epoch: 'e2', compared: 0 });
  });
});
