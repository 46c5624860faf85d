import { type EvidenceBatch, type ComparisonStore } from '../../../src/comparison/keep/comparisonStore.js';
import type { Epochs } from '../../../src/comparison/keep/collection.js';
import { openMemoryStore } from '../../../src/store/wholeStore.js';
import type { SeenPair } from '../../../src/comparison/keep/observation.js';
import type { Pair } from '../../../src/comparison/compare/answerPair.js';
import { openCollection } from '../support/openCollection.ts';

const answer = { status: 200, headers: {}, body: '{}' };
const pair = (id: string): Pair => ({
  id,
  at: 1,
  resource: 'r',
  operation: 'o',
  caller: '',
  request: `GET /${id}`,
  v1: answer,
  v2: answer,
  raw: [],
});
const same = { ok: true, differences: [], ignored: [] } as const;

const at = (epoch: string): Epochs => new Map([['r', epoch]]);

describe('the collection', () => {
  it('holds observations while its store fails, and stores all of them afterwards', async () => {
    const batches: EvidenceBatch[] = [];
    let works = false;
    const store: ComparisonStore = {
      ...(await openMemoryStore()).comparison,
      save: (batch) => {
        if (!works) return Promise.reject(new Error('the disk is full'));
        batches.push(batch);
        return Promise.resolve();
      },
    };
    const collection = await openCollection(at('e1'), { store });
    collection.notePair(pair('a'), same, undefined);
    await expect(collection.flush()).rejects.toThrow('the disk is full');
    collection.notePair(pair('b'), same, undefined);
    works = true;
    await collection.flush();
    await collection.flush();
    expect(batches.map(({ observed }) => observed.map(({ id }) => id))).toEqual([['a', 'b'], []]);
  });

  it('starts again at once with another epoch while its store fails, and loads the stored evidence afterwards', async () => {
    const keptObserveds: SeenPair[] = [];
    let works = true;
    const attempt = <Value>(value: () => Value): Promise<Value> =>
      works ? Promise.resolve(value()) : Promise.reject(new Error('the disk is full'));
    const store: ComparisonStore = {
      ...(await openMemoryStore()).comparison,
      observed: (epochs) => attempt(() => keptObserveds.filter(({ epoch }) => epochs.includes(epoch))),
      save: ({ observed }) => attempt(() => void keptObserveds.push(...observed)),
    };
    const previousCollection = await openCollection(at('e2'), { store });
    previousCollection.notePair(pair('a'), same, undefined);
    await previousCollection.flush();
    const collection = await openCollection(at('e1'), { store });
    collection.notePair(pair('b'), same, undefined);
    works = false;
    await expect(collection.adopt(at('e2'))).rejects.toThrow('the disk is full');
    expect(collection.report()).toMatchObject({ epoch: 'e2', compared: 0 });
    collection.notePair(pair('c'), same, undefined);
    expect(collection.report()).toMatchObject({ epoch: 'e2', compared: 1 });
    await expect(collection.flush()).rejects.toThrow('the disk is full');
    works = true;
    await collection.flush();
    expect(collection.report()).toMatchObject({ epoch: 'e2', compared: 2 });
    expect(keptObserveds.map(({ id, epoch }) => `${id} ${epoch}`)).toEqual(['a e2', 'b e1', 'c e2']);
  });

  it('starts again with another epoch', async () => {
    const collection = await openCollection(at('e1'));
    collection.notePair(pair('a'), same, undefined);
    expect(collection.report()).toMatchObject({ epoch: 'e1', compared: 1 });
    await collection.adopt(at('e1'));
    expect(collection.report().compared).toBe(1);
    await collection.adopt(at('e2'));
    expect(collection.report()).toMatchObject({ epoch: 'e2', compared: 0 });
  });
});
