import { DatabaseSync } from 'node:sqlite';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { openForReading, openStore } from '../../src/store/sqliteStore.js';

interface Tables {
  note: { id: number; text: string };
}

const createNote = {
  up: (db: Kysely<unknown>) =>
    db.schema
      .createTable('note')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute(),
};

const addDefault = {
  up: async (db: Kysely<unknown>) => {
    await sql`insert into note (id, text) values (1, 'from the second migration')`.execute(db);
  },
};

describe('openStore', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lifeboat-store-'));
  const path = join(folder, 'store.db');
  const file = { kind: 'file', path } as const;

  afterAll(() => rmSync(folder, { recursive: true }));

  it('keeps its content for the next opening, and runs each migration once', async () => {
    const firstStore = await openStore<Tables>(file, { '001': createNote });
    await firstStore.db.insertInto('note').values({ id: 7, text: 'kept' }).execute();
    await firstStore.close();

    const second = await openStore<Tables>(file, { '001': createNote, '002': addDefault });
    const rows = await second.db.selectFrom('note').selectAll().orderBy('id').execute();
    await second.close();

    expect(rows).toEqual([
      { id: 1, text: 'from the second migration' },
      { id: 7, text: 'kept' },
    ]);
  });

  it('creates the file and its companions for the owner only', async () => {
    const store = await openStore<Tables>(file, { '001': createNote, '002': addDefault });
    await store.db.insertInto('note').values({ id: 8, text: 'in the log' }).execute();
    const modes = [path, `${path}-wal`, `${path}-shm`].map((name) => statSync(name).mode & 0o777);
    await store.close();

    expect(modes).toEqual([0o600, 0o600, 0o600]);
  });

  it('leaves a file that is intact without its companions', async () => {
    const store = await openStore<Tables>(file, { '001': createNote, '002': addDefault });
    await store.db.insertInto('note').values({ id: 9, text: 'the last' }).execute();
    await store.close();

    const copy = { kind: 'file', path: join(folder, 'copy.db') } as const;
    copyFileSync(path, copy.path);
    const copied = await openStore<Tables>(copy, { '001': createNote, '002': addDefault });
    const { text } = await copied.db
      .selectFrom('note')
      .select('text')
      .where('id', '=', 9)
      .executeTakeFirstOrThrow();
    await copied.close();

    expect(text).toBe('the last');
  });

  it('uses write-ahead logging and full sync on a file', async () => {
    const store = await openStore<Tables>(file, { '001': createNote, '002': addDefault });
    const journal = await sql`pragma journal_mode`.execute(store.db);
    const synchronous = await sql`pragma synchronous`.execute(store.db);
    await store.close();

    expect(journal.rows).toEqual([{ journal_mode: 'wal' }]);
    expect(synchronous.rows).toEqual([{ synchronous: 2 }]);
  });

  it('refuses a file that is not a database', async () => {
    const nextText = join(folder, 'text.db');
    writeFileSync(nextText, 'this is not a database, and long enough to be seen as none '.repeat(20));

    await expect(openStore<Tables>({ kind: 'file', path: nextText }, { '001': createNote })).rejects.toThrow(
      /not a database/,
    );
  });

  it('leaves no file open after a failed opening', async () => {
    const openFiles = () => readdirSync('/proc/self/fd').length;
    const countBefore = openFiles();
    const locker = new DatabaseSync(path);
    locker.exec('BEGIN IMMEDIATE');
    await expect(openStore(file, {})).rejects.toThrow('database is locked');
    const corrupt = join(folder, 'corrupt.db');
    writeFileSync(corrupt, 'no database, but long enough to look like the header of one'.repeat(20));
    await expect(openStore({ kind: 'file', path: corrupt }, {})).rejects.toThrow('not a database');
    locker.close(); // what was opened beside a lock stays open until its process has let the lock go
    await openForReading(path).close();
    expect(openFiles()).toBe(countBefore);
  });

  it('separates two memory stores', async () => {
    const store = await openStore<Tables>({ kind: 'memory' }, { '001': createNote });
    const two = await openStore<Tables>({ kind: 'memory' }, { '001': createNote });
    await store.db.insertInto('note').values({ id: 1, text: 'only here' }).execute();
    const seenEntries = await two.db.selectFrom('note').selectAll().execute();
    await store.close();
    await two.close();

    expect(seenEntries).toEqual([]);
  });
});
