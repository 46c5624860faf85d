import {
  type HighWaterMarks,
  type IndexedOffer,
  type IndexStore,
  noMarks,
  type Pass,
} from '../../../src/gateway/lookup/indexStore.js';

const entry = (
  id: string,
  key: string | null,
  preferred = true,
  changed: number | null = null,
): IndexedOffer => ({ id, key, preferred, changed });
const pass = (
  number: number,
  nextPage: number | null = 2,
  total = 10,
  marks: HighWaterMarks = noMarks,
): Pass => ({
  number,
  nextPage,
  total,
  marks,
  beganAt: 100,
});
const marks = (id: number, changed: number): HighWaterMarks => ({ id, changed });
const ids = (entries: readonly IndexedOffer[]) => entries.map(({ id }) => id).sort();

/** Describes the duties of every index store, in memory or in a database. */
export function describeIndexStore(create: () => Promise<IndexStore>): void {
  let store: IndexStore;
  beforeEach(async () => {
    store = await create();
  });

  it('returns nothing for a partition that was never started', async () => {
    expect(await store.find('p', 'k')).toEqual({ candidates: [], complete: false });
    expect(await store.state('p')).toBeUndefined();
    expect(await store.count('p')).toEqual({ offers: 0, unkeyed: 0, duplicates: 0 });
    expect(await store.remember('p', pass(1), [entry('1', 'k')])).toBe(false);
    await store.finish('p', 1, 5);
    await store.note('p', [entry('1', 'k')]);
    await store.correct('p', entry('1', 'k'), entry('1', 'new'));
    await store.correct('p', entry('1', 'k'), undefined);
    await store.advance('p', marks(1, 2));
    expect(await store.state('p')).toBeUndefined();
  });

  it('finds the content of a page, and the next page to read', async () => {
    await store.begin('p', 1, 100);
    expect(await store.state('p')).toMatchObject({ number: 1, nextPage: 1, total: null, beganAt: 100 });
    const isKept = await store.remember('p', pass(1), [
      entry('1', 'k'),
      entry('2', 'k', false),
      entry('3', null),
    ]);
    expect(isKept).toBe(true);
    const { candidates, complete } = await store.find('p', 'k');
    expect(
      candidates.toSorted(
        (indexedOffer, nextIndexedOffer) => Number(indexedOffer.id) - Number(nextIndexedOffer.id),
      ),
    ).toEqual([entry('1', 'k'), entry('2', 'k', false)]);
    expect(complete).toBe(false);
    expect(await store.state('p')).toEqual({ ...pass(1), completeAt: null, knownMarks: noMarks });
    expect(await store.count('p')).toEqual({ offers: 3, unkeyed: 1, duplicates: 1 });
  });

  it('stores an empty page', async () => {
    await store.begin('p', 1, 100);
    expect(await store.remember('p', pass(1, 3), [])).toBe(true);
    expect(await store.state('p')).toMatchObject({ nextPage: 3 });
  });

  it('separates partitions', async () => {
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

  it('drops unseen offers at the end of a pass, and is complete', async () => {
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

  it('stays complete during another pass', async () => {
    await store.begin('p', 1, 100);
    await store.finish('p', 1, 500);
    await store.begin('p', 2, 600);
    await store.remember('p', pass(2), []);
    expect(await store.state('p')).toMatchObject({ number: 2, nextPage: 2, completeAt: 500 });
  });

  it('refuses a page and an end of a foreign pass', async () => {
    await store.begin('p', 2, 100);
    expect(await store.remember('p', pass(1), [entry('1', 'k')])).toBe(false);
    await store.finish('p', 1, 500);
    expect(await store.find('p', 'k')).toEqual({ candidates: [], complete: false });
    expect(await store.state('p')).toMatchObject({ number: 2, nextPage: 1 });
  });

  it('replaces a known offer by the result of a read, and stays complete', async () => {
    await store.begin('p', 1, 100);
    await store.remember('p', pass(1), [entry('1', 'k'), entry('2', 'k'), entry('3', 'k')]);
    await store.finish('p', 1, 500);
    await store.correct('p', entry('1', 'k'), entry('1', 'k', false));
    await store.correct('p', entry('2', 'k'), entry('2', 'moved'));
    await store.correct('p', entry('3', 'k'), undefined);
    expect(await store.find('p', 'k')).toEqual({ candidates: [entry('1', 'k', false)], complete: true });
    expect(ids((await store.find('p', 'moved')).candidates)).toEqual(['2']);
  });

  it('keeps the later of two states of an offer, whichever arrives last', async () => {
    await store.begin('p', 1, 100);
    await store.note('p', [entry('1', 'new', true, 20)]);
    await store.remember('p', pass(1), [entry('1', 'old', true, 10)]);
    await store.correct('p', entry('1', 'new'), entry('1', 'older', true, 5));
    expect((await store.find('p', 'old')).candidates).toEqual([]);
    expect((await store.find('p', 'new')).candidates).toEqual([entry('1', 'new', true, 20)]);
    await store.note('p', [entry('1', 'newest', false, 20)]);
    expect((await store.find('p', 'newest')).candidates).toEqual([entry('1', 'newest', false, 20)]);
  });

  it('keeps the later of two states of an offer on one page, whichever is first', async () => {
    await store.begin('p', 1, 100);
    const page = [entry('1', 'new', true, 20), entry('1', 'old', true, 10), entry('2', 'old', true, 10)];
    await store.remember('p', pass(1), [...page, entry('2', 'new', true, 20)]);
    expect(ids((await store.find('p', 'new')).candidates)).toEqual(['1', '2']);
    expect((await store.find('p', 'old')).candidates).toEqual([]);
  });

  it('keeps the last of two states of an offer if one has no date', async () => {
    await store.begin('p', 1, 100);
    for (const changed of [10, null, 5]) {
      const key = `k-${String(changed)}`;
      await store.note('p', [entry('1', key, true, changed)]);
      expect(ids((await store.find('p', key)).candidates)).toEqual(['1']);
    }
  });

  it('keeps notes made during a pass beyond its end', async () => {
    await store.begin('p', 1, 100);
    await store.note('p', [entry('1', 'k')]);
    await store.finish('p', 1, 500);
    await store.begin('p', 2, 600);
    await store.note('p', [entry('2', 'k')]);
    await store.finish('p', 2, 700);
    expect(ids((await store.find('p', 'k')).candidates)).toEqual(['2']);
  });

  it('knows the content of the first page after the first pass, and never forgets any', async () => {
    const knownMarks = async () => (await store.state('p'))?.knownMarks;
    await store.begin('p', 1, 100);
    await store.remember('p', pass(1, 2, 10, marks(5, 50)), []);
    expect(await knownMarks()).toEqual(noMarks);
    await store.finish('p', 1, 500);
    expect(await knownMarks()).toEqual(marks(5, 50));
    await store.advance('p', { id: 7, changed: null });
    await store.advance('p', { id: null, changed: 40 });
    expect(await knownMarks()).toEqual(marks(7, 50));
    await store.begin('p', 2, 600);
    expect(await knownMarks()).toEqual(marks(7, 50));
    await store.remember('p', pass(2, 2, 10, marks(6, 60)), []);
    await store.finish('p', 2, 700);
    expect(await knownMarks()).toEqual(marks(7, 60));
  });
}
