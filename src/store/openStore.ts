import { closeSync, openSync } from 'node:fs';
import {
  type Dialect,
  type Driver,
  Kysely,
  type Migration,
  Migrator,
  type Selectable,
  sql,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from 'kysely';
import Database from 'libsql';
import { BUSY_TIMEOUT, createTransactions, type Transactions } from './transactions';

/** Has a driver work in these transactions. */
const transacting = (driver: Driver, { begin, commit, rollBack }: Transactions): Driver => ({
  init: () => driver.init(),
  acquireConnection: () => driver.acquireConnection(),
  beginTransaction: () => inTurn(begin),
  commitTransaction: () => inTurn(commit),
  rollbackTransaction: () => inTurn(rollBack),
  releaseConnection: (connection) => driver.releaseConnection(connection),
  destroy: () => driver.destroy(),
});

/** Has a failure of work that waits for nothing be that of a promise. */
const inTurn = (work: () => void): Promise<void> =>
  new Promise((resolve) => {
    work();
    resolve();
  });

/** Statements that take the write lock; a `with` may only read. */
const WRITES = /^\s*(insert|update|delete|replace|create|alter|drop|with\b.*\b(insert|update|delete))\b/is;

/** Most statements that a store keeps prepared; a store has fewer, but for lists of values of many lengths. */
const MOST_STATEMENTS = 200;

/** Prepares each statement once: that costs more than most of them do. No statement may be run while its rows are read. */
function preparing(database: Database.Database, { within }: Transactions): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const known = statements.get(text);
      if (known !== undefined) return known;
      if (statements.size >= MOST_STATEMENTS) statements.clear();
      const prepared: SqliteStatement = database.prepare(text);
      const { reader } = prepared;
      const writing: SqliteStatement = {
        reader,
        all: (values) => within(() => prepared.all(values)),
        run: (values) => within(() => prepared.run(values)),
        iterate: (values) => prepared.iterate(values),
      };
      const statement = WRITES.test(text) ? writing : prepared;
      statements.set(text, statement);
      return statement;
    },
  };
}

/** Creates Kysely's dialect for an open SQLite database. */
function createDialect(database: Database.Database): Dialect {
  const transactions = createTransactions(database);
  const sqlite = new SqliteDialect({ database: preparing(database, transactions) });
  return {
    createDriver: () => transacting(sqlite.createDriver(), transactions),
    createQueryCompiler: () => sqlite.createQueryCompiler(),
    createAdapter: () => sqlite.createAdapter(),
    createIntrospector: (db) => sqlite.createIntrospector(db),
  };
}

/**
 * Checks a store's file, or only some tables in it, for damage without changing it; returns SQLite's own message, `ok`
 * when there is none. Throws when it cannot be opened, is no database or lacks a table.
 */
export function inspectStore(path: string, tables: readonly string[] = []): string {
  const database = new Database(path);
  const check = (what: string): string => {
    const [row] = database.prepare(`PRAGMA quick_check(${what})`).all() as { quick_check?: unknown }[];
    return String(row?.quick_check);
  };
  try {
    if (tables.length === 0) return check('1');
    return tables.map(check).find((verdict) => verdict !== 'ok') ?? 'ok';
  } finally {
    database.close();
  }
}

/** Cap of the rows in one statement: SQLite takes some 32,000 values. */
export const ROWS_AT_ONCE = 500;

/** Splits rows into groups of at most 500, each for one statement. */
export function portions<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, at) => rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE));
}

/** Leaves the last row of each key. */
const lastOfEach = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
];

/** Adds rows; one with a known key replaces the earlier one, in the table or in the list. */
export async function put<Tables, Name extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Name,
  key: readonly (keyof Selectable<Tables[Name]> & string)[],
  rows: readonly Selectable<Tables[Name]>[],
): Promise<void> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  const textOf = (row: Selectable<Tables[Name]>) => JSON.stringify(key.map((name) => row[name]));
  for (const some of portions(lastOfEach(rows, textOf))) {
    const columns = Object.keys(some[0] ?? {});
    const replacing = Object.fromEntries(columns.map((name) => [name, sql`excluded.${sql.ref(name)}`]));
    await untyped
      .insertInto(table)
      .values(some)
      .onConflict((conflict) => conflict.columns(key).doUpdateSet(replacing as never))
      .execute();
  }
}

/** Location of a store: one file, or memory that ends with the process. */
export type StoreLocation = { readonly kind: 'memory' } | { readonly kind: 'file'; readonly path: string };

/** An open store. */
export interface Store<Tables> {
  readonly db: Kysely<Tables>;
  /** Returns a number that each commit of another process changes. */
  readonly version: () => unknown;
  readonly close: () => Promise<void>;
}

/** Time (ms) for which a start waits for a process that writes. */
const START_TIMEOUT = 5_000;

/**
 * Opens a SQLite database and brings its tables up to date. Migrations run in the order of their names.
 * A file is created for its owner only and written ahead with a full sync, so that an acknowledged write survives
 * `kill -9` and a power cut. Throws when the file cannot be opened or is not a database.
 */
export async function openStore<Tables>(
  location: StoreLocation,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Store<Tables>> {
  const database = openDatabase(location);
  const db = new Kysely<Tables>({ dialect: createDialect(database) });
  const close = async () => {
    if (location.kind === 'file') emptyLog(database);
    await db.destroy();
  };
  try {
    await migrate(db, migrations);
  } catch (error) {
    await close();
    throw error;
  }
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT}`);
  const statement = database.prepare('PRAGMA data_version');
  return { db, version: () => (statement.get() as { data_version?: unknown }).data_version, close };
}

/** Opens a file to read it, whatever wrote it; nothing in it is changed. Throws when it is not there or no database. */
export function openForReading<Tables>(path: string): Omit<Store<Tables>, 'version'> {
  closeSync(openSync(path, 'r'));
  const database = new Database(path);
  database.exec(`PRAGMA query_only = ON; PRAGMA busy_timeout = ${START_TIMEOUT}`);
  const db = new Kysely<Tables>({ dialect: createDialect(database) });
  return { db, close: () => db.destroy() };
}

function openDatabase(location: StoreLocation): Database.Database {
  // SQLite gives the companion files (-wal, -shm) the mode of this one.
  if (location.kind === 'file') closeSync(openSync(location.path, 'a', 0o600));
  const database = new Database(location.kind === 'file' ? location.path : ':memory:');
  database.exec('PRAGMA foreign_keys = ON');
  if (location.kind === 'file') {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    database.exec(`PRAGMA busy_timeout = ${START_TIMEOUT}`);
  }
  return database;
}

/** Writes the write-ahead log into the file, without waiting for other processes that use it. */
function emptyLog(database: Database.Database): void {
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // Nothing is lost: the rest of the log is read at the next opening.
  }
}

/**
 * Says what opening a store's file would change, without changing it: the migrations that it lacks, and whether a newer
 * version has written it. Throws when it is no database.
 */
export function readMigrations(
  path: string,
  migrations: Readonly<Record<string, Migration>>,
): { readonly lacking: number; readonly isNewer: boolean } {
  const database = new Database(path);
  try {
    const namesIn = (statement: string) =>
      (database.prepare(statement).all() as { readonly name: string }[]).map(({ name }) => name);
    const tables = namesIn("SELECT name FROM sqlite_master WHERE type = 'table'");
    const has = tables.includes('kysely_migration');
    const made = new Set(has ? namesIn('SELECT name FROM kysely_migration') : []);
    const known = Object.keys(migrations);
    return {
      lacking: known.filter((name) => !made.has(name)).length,
      isNewer: [...made].some((name) => !known.includes(name)),
    };
  } finally {
    database.close();
  }
}

/** Brings the tables up to date; one process at a time. Rejects if a newer version has written them. */
export async function migrate<Tables>(
  db: Kysely<Tables>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const migrator = new Migrator({
    db,
    // A file of the index gets tables whose migrations have earlier names.
    allowUnorderedMigrations: true,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (error instanceof Error && error.message.includes('previously executed migration'))
    throw new Error('it was written by a newer version: run that one, or name another file', {
      cause: error,
    });
  throw error instanceof Error
    ? error
    : new Error('the tables could not be brought up to date', { cause: error });
}
