import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import type { Migration } from 'kysely/migration';
import { BUSY_TIMEOUT_MS, createTransactions, type Transactions } from './transactions';
import { migrate } from './migrations';

/** Pattern of the statements that take the write lock; a `with` may only read. */
const WRITES = /^\s*(insert|update|delete|replace|create|alter|drop|with\b.*\b(insert|update|delete))\b/is;

/** Maximum number of prepared statements of a store, which has fewer except for lists of many lengths. */
const MAX_STATEMENTS = 200;

/**
 * Prepares each statement once, because that costs more than running most of them. The statements by which Kysely
 * begins and ends a transaction become those of `transactions`. No statement may run while its rows are read.
 */
function createPreparingDatabase(database: DatabaseSync, transactions: Transactions): SqliteDatabase {
  const { begin, commit, rollBack, within } = transactions;
  const controlStatement = (step: () => void): SqliteStatement => ({
    reader: true,
    all: () => {
      step();
      return [];
    },
    run: () => ({ changes: 0, lastInsertRowid: 0 }),
    iterate: () => [][Symbol.iterator](),
  });
  const controls = new Map(
    Object.entries({
      begin: controlStatement(begin),
      commit: controlStatement(commit),
      rollback: controlStatement(rollBack),
    }),
  );
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const preparedBefore = controls.get(text) ?? statements.get(text);
      if (preparedBefore !== undefined) return preparedBefore;
      if (statements.size >= MAX_STATEMENTS) statements.clear();
      const prepared = database.prepare(text);
      const guarded = WRITES.test(text) ? within : <Value>(work: () => Value): Value => work();
      const statement: SqliteStatement = {
        reader: prepared.columns().length > 0,
        all: (values) => guarded(() => prepared.all(...(values as SQLInputValue[]))),
        run: (values) => guarded(() => prepared.run(...(values as SQLInputValue[]))),
        iterate: (values) => prepared.iterate(...(values as SQLInputValue[])),
      };
      statements.set(text, statement);
      return statement;
    },
  };
}

const createKysely = <Tables>(database: DatabaseSync): Kysely<Tables> =>
  new Kysely({
    dialect: new SqliteDialect({ database: createPreparingDatabase(database, createTransactions(database)) }),
  });

/**
 * Checks a store's file, or only some tables in it, for damage without changing it, and returns SQLite's message: `ok`
 * without damage. Throws if it cannot be opened, is not a database or lacks a table.
 */
export function inspectStore(path: string, tables: readonly string[] = []): string {
  const database = new DatabaseSync(path);
  const runCheck = (what: string): string => {
    const [row] = database.prepare(`PRAGMA quick_check(${what})`).all() as { quick_check?: unknown }[];
    return String(row?.quick_check);
  };
  try {
    if (tables.length === 0) return runCheck('1');
    return tables.map(runCheck).find((verdict) => verdict !== 'ok') ?? 'ok';
  } finally {
    database.close();
  }
}

/** Location of a store: a file, or memory that ends with the process. */
export type StoreLocation = { readonly kind: 'memory' } | { readonly kind: 'file'; readonly path: string };

export interface Store<Tables> {
  readonly db: Kysely<Tables>;
  /** Returns a number that each commit of another process changes. */
  readonly version: () => unknown;
  readonly close: () => Promise<void>;
}

/** Creates the function that closes a database through Kysely, which leaves one open on which no query has run. */
const createKyselyClose =
  (db: Pick<Kysely<unknown>, 'destroy'>, database: DatabaseSync) => async (): Promise<void> => {
    await db.destroy();
    if (database.isOpen) database.close();
  };

/** Longest wait (ms) of a start for a process that writes. */
const START_TIMEOUT_MS = 5_000;

/**
 * Opens a SQLite database and updates its tables by the migrations in the order of their names. Creates a file for its
 * owner only, with write-ahead logging and full sync, so that an acknowledged write survives `kill -9` and a power cut.
 * Throws if the file cannot be opened or is not a database.
 */
export async function openStore<Tables>(
  location: StoreLocation,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Store<Tables>> {
  const database = openSqlite(location);
  const db = createKysely<Tables>(database);
  const close = createKyselyClose(db, database);
  try {
    // In one transaction, so that of several processes that open a new file one makes the tables and the others wait.
    database.exec('BEGIN IMMEDIATE');
    await migrate(db, migrations);
    database.exec('COMMIT');
  } catch (error) {
    await close();
    throw error;
  }
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const statement = database.prepare('PRAGMA data_version');
  return { db, version: () => (statement.get() as { data_version?: unknown }).data_version, close };
}

/** Opens a file of any version to read it without changing it. Throws if it does not exist or is not a database. */
export function openForReading<Tables>(path: string): Omit<Store<Tables>, 'version'> {
  closeSync(openSync(path, 'r'));
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA query_only = ON; PRAGMA busy_timeout = ${START_TIMEOUT_MS}`);
  const db = createKysely<Tables>(database);
  return { db, close: createKyselyClose(db, database) };
}

/**
 * Creates a file with write-ahead logging, unless another process is quicker. It is made beside its name and then
 * linked, because processes that switched the same file would block each other, and SQLite does not wait for that.
 */
function createFile(path: string): void {
  const fresh = `${path}.${randomUUID()}.new`;
  try {
    // SQLite gives the companion files (-wal, -shm) the mode of this one.
    closeSync(openSync(fresh, 'w', 0o600));
    const database = new DatabaseSync(fresh);
    try {
      database.exec('PRAGMA journal_mode = WAL');
    } finally {
      database.close();
    }
    linkSync(fresh, path);
  } catch {
    // If another process was quicker, or if the file system has no links, opening the file creates it.
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Opens a SQLite database. A file is for its owner only. Throws if it cannot be opened or is no database. */
export function openSqlite(location: StoreLocation): DatabaseSync {
  if (location.kind === 'memory') return new DatabaseSync(':memory:');
  if (!existsSync(location.path)) createFile(location.path);
  // Throws for a read-only file, which SQLite would report only at the first write.
  closeSync(openSync(location.path, 'a', 0o600));
  const database = new DatabaseSync(location.path, { timeout: START_TIMEOUT_MS });
  try {
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}
