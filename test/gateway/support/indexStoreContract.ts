import type { IndexEntry, IndexStore, Pass } from '../../../src/gateway/lookup/indexStore';

const entry = (id: string, key: string | null, preferred = true): IndexEntry => ({ id, key, preferred });
const pass = (number: number, nextPage: number | null = 2, total = 10): Pass => ({
  number,
  nextPage,
  total,
  beganAt: 100,
});
const ids = (entries: readonly IndexEntry[]) => entries.map(({ id }) => id).sort();

/** What every index store must do, in memory or in a database. */
export function describeIndexStore(create: () => Promise<IndexStore>): void {
  let store: IndexStore;
  beforeEach(async () => {
    store = await create();
  });

  it('knows nothing of a partition that was never begun', async () => {
    expect(await store.find('p', 'k')).toEqual({ candidates: [], complete: false });
    expect(await store.state('p')).toBeUndefined();
    expect(await store.count('p')).toEqual({ offers: 0, unkeyed: 0, duplicates: 0 });
    expect(await store.remember('p', pass(1), [entry('1', 'k')])).toBe(false);
    await store.finish('p', 1, 5);
    await store.amend('p', entry('1', 'k'));
    await store.forget('p', entry('1', 'k'));
    expect(await store.state('p')).toBeUndefined();
  });

  it('finds what a page held, and where to go on', async () => {
    await store.begin('p', 1, 100);
    expect(await store.state('p')).toMatchObject({ number: 1, nextPage: 1, total: null, beganAt: 100 });
    const kept = await store.remember('p', pass(1), [
      entry('1', 'k'),
      entry('2', 'k', false),
      entry('3', null),
    ]);
    expect(kept).toBe(true);
    const { candidates, complete } = await store.find('p', 'k');
    expect(candidates.toSorted((one, other) => Number(one.id) - Number(other.id))).toEqual([
      entry('1', 'k'),
      entry('2', 'k', false),
    ]);
    expect(complete).toBe(false);
    expect(await store.state('p')).toEqual({ ...pass(1), completeAt: null });
    expect(await store.count('p')).toEqual({ offers: 3, unkeyed: 1, duplicates: 1 });
  });

  it('keeps an empty page', async () => {
    await store.begin('p', 1, 100);
    expect(await store.remember('p', pass(1, 3), [])).toBe(true);
    expect(await store.state('p')).toMatchObject({ nextPage: 3 });
  });

  it('keeps partitions apart', async () => {
    for (const partition of ['p', 'q']) await store.begin(partition, 1, 100);
    await store.remember('p', pass(1), [entry('1', 'k')]);
    await store.finish('p', 1, 5);
    expect(await store.find('q', 'k')).toEqual({ candidates: [], complete: false });
    expect(await store.count('q')).toMatchObject({ offers: 0 });
  });

  it('moves an offer whose login has changed', async () => {
    await store.begin('p', 1, 100);
    await store.remember('p', pass(1), [entry('1', 'old')]);
    await store.remember('p', pass(1), [entry('1', 'new')]);
    expect((await store.find('p', 'old')).candidates).toEqual([]);
    expect(ids((await store.find('p', 'new')).candidates)).toEqual(['1']);
  });

  it('drops at the end of a pass what it has not seen, and is complete', async () => {
    await store.begin('p', 1, 100);
    await store.remember('p', pass(1), [entry('1', 'k'), entry('2', 'k'), entry('3', null)]);
    await store.finish('p', 1, 500);
    await store.begin('p', 2, 600);
    await store.remember('p', pass(2), [entry('2', 'k')]);
    expect(ids((await store.find('p', 'k')).candidates)).toEqual(['1', '2']);
    await store.finish('p', 2, 700);
    expect(await store.find('p', 'k')).toEqual({ candidates: [entry('2', 'k')], complete: true });
    expect(await store.state('p')).toMatchObject({ number: 2, nextPage: null, completeAt: 700 });
    expect(await store.count('p')).toEqual({ offers: 1, unkeyed: 0, duplicates: 0 });
  });

  it('stays complete while it is read again', async () => {
    await store.begin('p', 1, 100);
    await store.finish('p', 1, 500);
    await store.begin('p', 2, 600);
    await store.remember('p', pass(2), []);
    expect(await store.state('p')).toMatchObject({ number: 2, nextPage: 2, completeAt: 500 });
  });

  it('refuses a page and an end of a pass that is not its own', async () => {
    await store.begin('p', 2, 100);
    expect(await store.remember('p', pass(1), [entry('1', 'k')])).toBe(false);
    await store.finish('p', 1, 500);
    expect(await store.find('p', 'k')).toEqual({ candidates: [], complete: false });
    expect(await store.state('p')).toMatchObject({ number: 2, nextPage: 1 });
  });

  it('corrects an entry', async () => {
    await store.begin('p', 1, 100);
    await store.remember('p', pass(1), [entry('1', 'k')]);
    await store.amend('p', entry('1', 'k', false));
    await store.amend('p', entry('2', 'k'));
    expect((await store.find('p', 'k')).candidates).toEqual([entry('1', 'k', false)]);
  });

  it('is no longer complete once an entry has been disproved', async () => {
    await store.begin('p', 1, 100);
    await store.remember('p', pass(1), [entry('1', 'k'), entry('2', 'k')]);
    await store.finish('p', 1, 500);
    await store.forget('p', entry('1', 'k'));
    expect(await store.find('p', 'k')).toEqual({ candidates: [entry('2', 'k')], complete: false });
    expect(await store.state('p')).toMatchObject({ number: 1, nextPage: null, completeAt: null });
  });

  it('does not doubt itself over an entry that is gone or has changed', async () => {
    await store.begin('p', 1, 100);
    await store.remember('p', pass(1), [entry('1', 'new'), entry('3', null)]);
    await store.finish('p', 1, 500);
    await store.forget('p', entry('1', 'old'));
    await store.forget('p', entry('2', 'k'));
    expect(await store.state('p')).toMatchObject({ completeAt: 500 });
    expect(await store.count('p')).toMatchObject({ offers: 2 });
  });
}
