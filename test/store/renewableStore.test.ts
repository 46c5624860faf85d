import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { DatabaseSync } from 'node:sqlite';
import { openStoredIndex, openWholeStore } from '../../src/store/wholeStore';
import { chainEntry, type StageEntry } from '../../src/cutover/stages/stageEvent';
import { noEvidence } from '../../src/cutover/evidence/evidence';
import type { Observed } from '../../src/comparison/keep/observation';
import { openRenewableStore } from '../../src/store/renewableStore';
import { storeMigrations, type StoreTables } from '../../src/store/schema';
import { temporaryFolder } from '../support/temporaryFolder';

const folder = temporaryFolder();
const path = () => folder.path('store.db');
const garbage = 'no database'.repeat(1_000);
const replace = (): void => {
  rmSync(path());
  writeFileSync(path(), garbage);
};

const entry: StageEntry = {
  ...{ at: 1, actor: 'ada', resource: 'offer', from: 'v1', cause: 'manual', reason: 'to see', evidence: [] },
  ...{ step: '', mappingHash: 'e', change: { kind: 'move', to: { kind: 'v2' } } },
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
    const { comparison: store, close } = await openWholeStore(path(), { pairs: 100, age: 1e15 });
    const batch = (id: string) => ({ observed: [observed(id)], samples: [], ended: new Map() });
    await store.save(batch('first'), 1);
    lose();
    await expect(store.save(batch('second'), 1)).rejects.toThrow('gone or has been replaced');
    await store.renew();
    await store.save(batch('second'), 1);
    await close();
    const again = await openWholeStore(path(), { pairs: 100, age: 1e15 });
    expect((await again.comparison.observed(['e'])).map(({ id }) => id)).toEqual(['first', 'second']);
    await again.close();
  });

  it('that was deleted gets all of every part again, whichever part notices first', async () => {
    const { cutover, comparison, index, close } = await openWholeStore(path());
    const [first, second] = [chainEntry(undefined, entry), chainEntry(chainEntry(undefined, entry), entry)];
    await cutover.append(first);
    await cutover.saveEvidence('offer', 'e', [noEvidence(1)]);
    await comparison.save({ observed: [observed('first')], samples: [], ended: new Map() }, 1);
    await index.begin('p', 1, 1);
    rmSync(path());
    await Promise.all([comparison.renew(), comparison.renew()]);
    // Nothing is written after what only the other parts hold.
    await expect(cutover.append(second)).rejects.toThrow('gone or has been replaced');
    await expect(index.state('p')).rejects.toThrow('gone or has been replaced');
    await cutover.renew({ events: [first], writes: [] });
    await cutover.append(second);
    expect((await (await index.renew(7)).state('p'))?.number).toBeUndefined();
    await close();
    const again = await openWholeStore(path());
    expect(await again.cutover.events()).toEqual([first, second]);
    expect(await again.cutover.loadEvidence('offer', 'e')).toEqual([noEvidence(1)]);
    expect(await again.comparison.observed(['e'])).toEqual([observed('first')]);
    await again.close();
  });

  it('that was deleted is opened by an index of another process too, and gets the rest from its owner', async () => {
    const owner = await openWholeStore(path());
    const worker = await openStoredIndex(path());
    const first = chainEntry(undefined, entry);
    await owner.cutover.append(first);
    await owner.cutover.saveLabel('aaaaaaaaaaaa', 'shop');
    rmSync(path());
    const index = await worker.index.renew(7);
    await owner.cutover.renew({ events: [first], writes: [] });
    await owner.cutover.append(chainEntry(first, entry));
    await owner.cutover.saveLabel('aaaaaaaaaaaa', undefined);
    // Late, and after the owner went on: nothing that it removed comes back.
    rmSync(path());
    await owner.cutover.renew({ events: [first, chainEntry(first, entry)], writes: [] });
    await (await index.renew(8)).begin('p', 8, 8);
    expect(await owner.cutover.events()).toHaveLength(2);
    expect(await owner.cutover.labels()).toEqual(new Map());
    await Promise.all([owner.close(), worker.close()]);
  });

  it('is used as before when it comes back after a folder had its name', async () => {
    const { comparison: store, close } = await openWholeStore(path(), { pairs: 100, age: 1e15 });
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
    const again = await openWholeStore(path(), { pairs: 100, age: 1e15 });
    expect((await again.comparison.observed(['e'])).map(({ id }) => id)).toEqual(['first', 'second']);
    await again.close();
  });

  it('is renamed when it is overwritten, and the index goes on in a new one for its owner only', async () => {
    const opened = await openWholeStore(path());
    await opened.index.begin('p', 1, 1);
    const database = new DatabaseSync(path());
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)'); // otherwise the write-ahead log would repair the file
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
    const opened = await openRenewableStore<StoreTables>(path(), storeMigrations);
    const store = opened.part(['login_index_offer']);
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
