import type { AmbiguousWrite } from '../../src/cutover/ambiguousWrite';
import { createWriteList } from '../../src/cutover/createWriteList';
import { memoryStore } from '../../src/cutover/memoryStore';
import { fragileStore } from './support/fragileStore';

const ignore = (): void => undefined;

const write: AmbiguousWrite = {
  ...{ id: 'r-1', at: 5, resource: 'offer', operation: 'x', target: 'PATCH /v1/offers/1', caller: 'a' },
  ...{ side: 'v2', problem: 'upstreamTimeout', found: undefined, closed: undefined },
};

const closed = { at: 9, by: 'ada', note: 'seen in the shop' };

describe('the list of writes', () => {
  it('keeps what is found or closed while the write is being written down', async () => {
    const store = memoryStore();
    let meanwhile = async (): Promise<void> => {
      meanwhile = () => Promise.resolve();
      await list.noteFound('r-1', 'as written');
      expect(await list.close('r-1', closed)).toBe(true);
    };
    const addWrite: typeof store.addWrite = async (one) => {
      await meanwhile();
      await store.addWrite(one);
    };
    const list = createWriteList({ ...store, addWrite }, ignore);
    await list.add(write);
    expect(await store.writes()).toEqual([{ ...write, found: 'as written', closed }]);
    expect(await list.writes()).toEqual(await store.writes());
  });

  it('lets a write be closed that waits for the store, and writes it down as closed', async () => {
    const { store, sound, failing } = fragileStore();
    const list = createWriteList(store, ignore);
    failing.broken = true;
    await list.add(write);
    expect(await list.close('r-1', closed)).toBe(true);
    await list.noteFound('r-1', 'as written');
    const settled = [{ ...write, found: 'as written', closed }];
    expect(await list.writes()).toEqual(settled);
    failing.broken = false;
    await list.flush();
    expect(await sound.writes()).toEqual(settled);
    expect(await list.close('r-2', closed)).toBe(false);
  });

  it('closes nothing that is written down already while the store fails', async () => {
    const { store, failing } = fragileStore();
    const list = createWriteList(store, ignore);
    await list.add(write);
    failing.broken = true;
    await expect(list.close('r-1', closed)).rejects.toThrow('disk gone');
    expect(list.all()).toEqual([write]);
  });

  it('names a write once that was closed and is left again while the store fails', async () => {
    const { store, failing } = fragileStore();
    const list = createWriteList(store, ignore);
    await list.add(write);
    await list.close('r-1', closed);
    failing.broken = true;
    await list.add({ ...write, at: 20 });
    expect(await list.writes()).toEqual([{ ...write, at: 20 }]);
    expect(list.all()).toEqual([{ ...write, at: 20 }]);
  });

  it('holds all that are open, and of the closed only the last thousand, for a file that is lost', async () => {
    const list = createWriteList(memoryStore(), ignore);
    for (let number = 0; number < 1_500; number += 1) await list.add({ ...write, id: `r-${number}` });
    for (let number = 0; number < 1_200; number += 1) await list.close(`r-${number}`, closed);
    const held = list.all();
    expect(held.filter((one) => one.closed === undefined)).toHaveLength(300);
    expect(held.filter((one) => one.closed !== undefined)).toHaveLength(1_000);
    expect(held.map(({ id }) => id)).toContain('r-1199');
  });
});
