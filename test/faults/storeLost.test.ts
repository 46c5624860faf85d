import { renameSync, rmSync } from 'node:fs';
import { sql } from 'kysely';
import { createClosers } from '../../src/runtime/closers.js';
import type { StoredIndex } from '../../src/gateway/lookup/indexStore.js';
import { openWholeStore } from '../../src/store/wholeStore.js';
import { createLoginIndex } from '../../src/store/loginIndexRows.js';
import { storeMigrations, type StoreTables } from '../../src/store/schema.js';
import { openStore } from '../../src/store/sqliteStore.js';
import { fakeMarket, offer, offers } from '../gateway/support/fakeMarket.ts';
import { lookupBench, quiet } from '../gateway/support/lookups.ts';
import { allWell, lookupScene } from '../support/rehearsedUpstream.ts';
import { startWhole } from '../support/startWhole.ts';
import { ask } from '../support/talk.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { startUpstream } from '../support/upstream.ts';

const folder = temporaryFolder();
const file = () => folder.path('index.db');
const TRIED_AGAIN = 15_000;

const closers = createClosers((error) => {
  throw error;
});
afterEach(() => closers.closeAll());

async function openFile(): Promise<StoredIndex> {
  const { index, close } = await openWholeStore(file());
  closers.add(close);
  return index;
}

/** A gateway that has found a login through a store, and the events of a failing store. */
async function benchOver(store: StoredIndex) {
  const stock = offers(10);
  const bench = lookupBench(fakeMarket(stock).upstream, { store });
  expect(await bench.ask('login-3')).toMatchObject({ status: 200, id: 3 });
  await quiet();
  const storeEvents = () =>
    bench.events.map(({ kind }) => kind).filter((kind) => kind.startsWith('indexStore'));
  return { ...bench, stock, storeEvents };
}

describe('a gateway whose index store', () => {
  it('is deleted answers from memory until a restart', async () => {
    const { ask: find, clock, storeEvents } = await benchOver(await openFile());
    rmSync(file());
    expect(await find('login-4')).toMatchObject({ status: 200, id: 4 });
    clock.advance(TRIED_AGAIN);
    expect(await find('login-4')).toMatchObject({ status: 200, id: 4 });
    expect(storeEvents()).toEqual(['indexStoreFailed']);
  });

  it('is moved away answers from memory, and from the file when it is back', async () => {
    const { ask: find, clock, stock, storeEvents } = await benchOver(await openFile());
    renameSync(file(), `${file()}.old`);
    expect(await find('login-4')).toMatchObject({ status: 200, id: 4 });
    expect(await find('nobody')).toMatchObject({ status: 404 });
    expect(storeEvents()).toEqual(['indexStoreFailed']);

    renameSync(`${file()}.old`, file());
    stock.unshift(offer(11, 'login-11'));
    clock.advance(TRIED_AGAIN);
    expect(await find('login-11')).toMatchObject({ status: 200, id: 11 });
    expect(storeEvents()).toEqual(['indexStoreFailed', 'indexStoreRecovered']);
    await quiet();
    await closers.closeAll();
    const repeatedLookupBench = lookupBench(fakeMarket(stock).upstream, { store: await openFile() });
    expect(await repeatedLookupBench.ask('login-11')).toMatchObject({ status: 200, calls: 1 });
  });

  it('has a full disk (SQLITE_FULL) answers from memory, and from the store when there is room again', async () => {
    const { db, close } = await openStore<StoreTables>({ kind: 'file', path: file() }, storeMigrations);
    closers.add(close);
    const { invalidate, ...index } = createLoginIndex(db);
    const store: StoredIndex = { ...index, renew: (pass) => invalidate(pass).then(() => store) };
    const { ask: find, clock, events, storeEvents } = await benchOver(store);

    // The database may have no page more than it has, which SQLite takes for a full disk.
    await sql`pragma max_page_count = 1`.execute(db);
    await sql`create table filler as select randomblob(1000)`.execute(db).catch(() => undefined);
    const many = offers(400);
    const nextLookupBench = lookupBench(
      fakeMarket(many).upstream,
      { store, secret: 'other', size: 50 },
      clock,
    );
    expect(await nextLookupBench.ask('login-400')).toMatchObject({ status: 200, id: 400 });
    expect(await nextLookupBench.ask('nobody')).toMatchObject({ status: 404 });
    const failed = [...events, ...nextLookupBench.events].filter(({ kind }) => kind === 'indexStoreFailed');
    expect(failed).toEqual([{ kind: 'indexStoreFailed', detail: expect.stringContaining('full') as string }]);
    expect((await find('login-5')).status).toBe(200);

    await sql`pragma max_page_count = 100000`.execute(db);
    clock.advance(TRIED_AGAIN);
    expect(await nextLookupBench.ask('nobody')).toMatchObject({ status: 404 });
    expect(nextLookupBench.events.map(({ kind }) => kind)).toContain('indexStoreRecovered');
    expect(storeEvents()).toEqual([]);
  });

  it('is missing still answers, and /readyz names it', async () => {
    const upstream = await startUpstream(allWell);
    const { gateway, admin, logged, close } = await startWhole({
      LIFEBOAT_UPSTREAM_V2: upstream.origin,
      LIFEBOAT_STORE: file(),
      LIFEBOAT_INDEX_SECRET: 's'.repeat(32),
    });
    rmSync(file());
    const foundWireAnswer = await ask(gateway, lookupScene.request);
    expect(JSON.parse(foundWireAnswer.body)).toEqual(lookupScene.gets);
    await logged(
      'the index is in memory, as its store fails: the file is gone or has been replaced: put it back, or restart the gateway',
    );
    const ready = await ask(admin, { path: '/readyz' });
    expect([ready.status, JSON.parse(ready.body)]).toEqual([
      200,
      {
        status: 'ready',
        degraded: expect.arrayContaining([
          'the index is in memory, as its store fails: the file is gone or has been replaced: put it back, or restart the gateway',
        ]) as unknown,
      },
    ]);
    await close();
  });
});
