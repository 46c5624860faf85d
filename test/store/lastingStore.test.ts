import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import Database from 'libsql';
import { openKeptStore } from '../../src/store/keptStore';
import type { Observed } from '../../src/comparison/keep/observed';
import { openLastingStore } from '../../src/store/lastingStore';
import { storeMigrations, type StoreTables } from '../../src/store/schema';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
const path = () => folder.path('store.db');
const garbage = 'no database'.repeat(1_000);
const replace = (): void => {
  rmSync(path());
  writeFileSync(path(), garbage);
};

const observed = (id: string): Observed => ({
  ...{ id, at: 1, epoch: 'e', resource: 'account', operation: 'getAccount', caller: '', request: 'r' },
  ...{ signature: 's', outcome: 'compared', differences: [] },
});

describe('the file of a store', () => {
  it.each([
    ['deleted', () => rmSync(path())],
    ['moved away', () => renameSync(path(), folder.path('moved.db'))],
    ['replaced by what is no database', replace],
  ])('that was %s gets all evidence of the comparison again', async (_what, lose) => {
    const { comparison: store, close } = await openKeptStore(path(), { pairs: 100, age: 1e15 });
    const batch = (id: string) => ({ observed: [observed(id)], samples: [], ended: new Map() });
    await store.save(batch('first'), 1);
    lose();
    await expect(store.save(batch('second'), 1)).rejects.toThrow('gone or has been replaced');
    await store.renew();
    await store.save(batch('second'), 1);
    await close();
    const again = await openKeptStore(path(), { pairs: 100, age: 1e15 });
    expect((await again.comparison.observed(['e'])).map(({ id }) => id)).toEqual(['first', 'second']);
    await again.close();
  });

  it('is used as before when it comes back after a folder had its name', async () => {
    const { comparison: store, close } = await openKeptStore(path(), { pairs: 100, age: 1e15 });
    const batch = (id: string) => ({ observed: [observed(id)], samples: [], ended: new Map() });
    await store.save(batch('first'), 1);
    renameSync(path(), folder.path('moved.db'));
    mkdirSync(path());
    await expect(store.renew()).rejects.toThrow('no file');
    rmSync(path(), { recursive: true });
    renameSync(folder.path('moved.db'), path());
    await store.renew();
    await store.save(batch('second'), 1);
    await close();
    const again = await openKeptStore(path(), { pairs: 100, age: 1e15 });
    expect((await again.comparison.observed(['e'])).map(({ id }) => id)).toEqual(['first', 'second']);
    await again.close();
  });

  it('is renamed when it is overwritten, and the index goes on in a new one for its owner only', async () => {
    const opened = await openKeptStore(path());
    await opened.index.begin('p', 1, 1);
    const database = new Database(path());
    database.pragma('wal_checkpoint(TRUNCATE)'); // otherwise the write-ahead log would repair the file
    database.close();
    writeFileSync(path(), garbage);
    const index = await opened.index.renew(7);
    await index.begin('p', 8, 8);
    expect((await index.state('p'))?.number).toBe(8);
    expect(readFileSync(`${path()}.broken`, 'utf8')).toBe(garbage);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    await opened.close();
  });

  it('stays unchanged when it cannot be filled, and is not opened again while it is intact', async () => {
    const opened = await openLastingStore<StoreTables>(path(), storeMigrations);
    const store = opened.part();
    const before = store.db();
    await store.renew(() => Promise.resolve());
    expect(store.db()).toBe(before);
    rmSync(path());
    await expect(store.renew(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room');
    expect(store.db()).toBe(before);
    await store.renew((next) => sql`select 1`.execute(next).then(() => undefined));
    expect(store.db()).not.toBe(before);
    expect(() => store.inspect()).not.toThrow();
    await opened.close();
  });
});
