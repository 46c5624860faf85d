import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { openStore } from '../../src/store/sqliteStore.js';
import { createTransactions } from '../../src/store/transactions.js';
import { temporaryFolder } from '../support/temporaryFolder.ts';

interface Tables {
  note: { id: number; text: string };
}

const migrations = {
  '001': {
    up: (db: Kysely<unknown>) =>
      db.schema.createTable('note').addColumn('id', 'integer').addColumn('text', 'text').execute(),
  },
};
const folder = temporaryFolder();

/** A store, and another process that uses its file and may hold the write lock. */
async function open() {
  const path = folder.path('store.db');
  const store = await openStore<Tables>({ kind: 'file', path }, migrations);
  const nextDatabaseSync = new DatabaseSync(path);
  const write = (text: string) => store.db.insertInto('note').values({ id: 1, text }).execute();
  const all = (): unknown => nextDatabaseSync.prepare('select text from note order by rowid').all();
  return {
    ...store,
    other: nextDatabaseSync,
    write,
    texts: () => (all() as { text: string }[]).map(({ text }) => text),
  };
}

describe('a closed database', () => {
  it('refuses a write, and the process survives', () => {
    const database = new DatabaseSync(':memory:');
    database.exec('create table note (id, text)');
    const { within } = createTransactions(database);
    const statement = database.prepare('insert into note values (?, ?)');
    within(() => statement.run(1, 'a'));
    database.close();
    expect(() => within(() => statement.run(1, 'a'))).toThrow('not open');
  });
});

describe('a store whose file another process locks beyond the timeout', () => {
  it('commits its writes as soon as the file is free, and locks it no longer', async () => {
    const { db, other: nextDatabaseSync, write, texts, close } = await open();
    const ways: Readonly<Record<string, () => Promise<unknown>>> = {
      statement: () => write('never'),
      returning: () => db.insertInto('note').values({ id: 1, text: 'never' }).returning('id').execute(),
      transaction: () => db.transaction().execute((work) => sql`delete from note`.execute(work)),
    };
    for (const [name, way] of Object.entries(ways)) {
      nextDatabaseSync.exec('begin immediate');
      nextDatabaseSync.exec(`insert into note values (2, 'other ${name}')`);
      await expect(way()).rejects.toMatchObject({ errstr: 'database is locked' });
      await expect(way()).rejects.toMatchObject({ errstr: 'database is locked' });
      nextDatabaseSync.exec('commit');
      await write(`after ${name}`);
      expect(texts().slice(-2)).toEqual([`other ${name}`, `after ${name}`]);
      nextDatabaseSync.exec(`insert into note values (3, 'other again')`);
    }
    expect(texts()).not.toContain('never');
    nextDatabaseSync.close();
    await close();
  });
});
