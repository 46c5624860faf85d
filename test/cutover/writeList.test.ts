import { openMemoryStore } from '../../src/store/wholeStore.js';
import { createWriteList } from '../../src/cutover/writeList.js';
import { write } from '../store/support/records.ts';
import { fragileStore } from './support/fragileStore.ts';

const ignore = (): void => undefined;

const writes = (length: number) => Array.from({ length }, (_, number) => ({ ...write, id: `r-${number}` }));

const closed = { at: 9, by: 'ada', note: 'seen in the shop' };

describe('the list of writes', () => {
  it('keeps a finding or a closing that arrives while the write is being stored', async () => {
    const store = (await openMemoryStore()).cutover;
    let meanwhile = async (): Promise<void> => {
      meanwhile = () => Promise.resolve();
      await list.noteFound('r-1', 'as written');
      expect(await list.closeListed('r-1', closed)).toBe(true);
    };
    const addWrites: typeof store.addWrites = async (writes) => {
      await meanwhile();
      await store.addWrites(writes);
    };
    const list = createWriteList({ ...store, addWrites }, ignore);
    await list.addToList([write]);
    expect(await store.writes()).toEqual([{ ...write, found: 'as written', closed }]);
    expect(await list.listWithWaiting()).toEqual(await store.writes());
  });

  it('stores simultaneous writes in one transaction, from any number of calls', async () => {
    const store = (await openMemoryStore()).cutover;
    const sizes: number[] = [];
    const addWrites: typeof store.addWrites = async (writes) => {
      sizes.push(writes.length);
      await store.addWrites(writes);
    };
    const list = createWriteList({ ...store, addWrites }, ignore);
    const named = writes(1_000);
    await Promise.all([
      list.addToList(named.slice(0, 900)),
      ...named.slice(900).map((entry) => list.addToList([entry])),
    ]);
    expect(sizes).toEqual([1_000]);
    expect(await store.writes()).toHaveLength(1_000);
  });

  it('calls the failing store once for a thousand writes', async () => {
    const { store, failing } = await fragileStore();
    const reasons: unknown[] = [];
    let askedCount = 0;
    const addWrites: typeof store.addWrites = (writes) => {
      askedCount += 1;
      return store.addWrites(writes);
    };
    const list = createWriteList({ ...store, addWrites }, (error) => reasons.push(error));
    failing.broken = true;
    const named = writes(1_000);
    await Promise.all(named.map((entry) => list.addToList([entry])));
    expect(askedCount).toBe(1);
    expect(reasons).toHaveLength(1_000);
    expect(await list.listWithWaiting()).toHaveLength(1_000);
  });

  it('permits the closing of a write that waits for the store, and stores it as closed', async () => {
    const { store, sound, failing } = await fragileStore();
    const list = createWriteList(store, ignore);
    failing.broken = true;
    await list.addToList([write]);
    expect(await list.closeListed('r-1', closed)).toBe(true);
    await list.noteFound('r-1', 'as written');
    const settled = [{ ...write, found: 'as written', closed }];
    expect(await list.listWithWaiting()).toEqual(settled);
    failing.broken = false;
    await list.flush();
    expect(await sound.writes()).toEqual(settled);
    expect(await list.closeListed('r-2', closed)).toBe(false);
  });

  it('closes no stored write while the store fails', async () => {
    const { store, failing } = await fragileStore();
    const list = createWriteList(store, ignore);
    await list.addToList([write]);
    failing.broken = true;
    await expect(list.closeListed('r-1', closed)).rejects.toThrow('disk gone');
    expect(list.all()).toEqual([write]);
  });

  it('lists a closed write once if it arrives again while the store fails', async () => {
    const { store, failing } = await fragileStore();
    const list = createWriteList(store, ignore);
    await list.addToList([write]);
    await list.closeListed('r-1', closed);
    failing.broken = true;
    await list.addToList([{ ...write, at: 20 }]);
    expect(await list.listWithWaiting()).toEqual([{ ...write, at: 20 }]);
    expect(list.all()).toEqual([{ ...write, at: 20 }]);
  });

  it('keeps all open writes, and the last thousand closed ones, in case the file is lost', async () => {
    const list = createWriteList((await openMemoryStore()).cutover, ignore);
    await list.addToList(writes(1_500));
    for (let number = 0; number < 1_200; number += 1) await list.closeListed(`r-${number}`, closed);
    const held = Map.groupBy(list.all(), (heldWrite) => heldWrite.closed === undefined);
    expect([held.get(true)?.length, held.get(false)?.length]).toEqual([300, 1_000]);
    expect(held.get(false)?.map(({ id }) => id)).toContain('r-1199');
  });
});
