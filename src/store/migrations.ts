import { DatabaseSync } from 'node:sqlite';
import { type ColumnDataType, type Kysely, PostgresAdapter, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';

/** Reports whether a database is on a PostgreSQL server, not in a SQLite file. */
export const isServer = <Tables>(db: Kysely<Tables>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter;

/** Channel on which the members of a server announce their writes (PostgreSQL, NOTIFY). */
export const CHANNEL = 'lifeboat';

/** Announces on a server that this member has written. */
export async function announceWrite<Tables>(db: Kysely<Tables>): Promise<void> {
  if (isServer(db)) await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
}

/** Type of a column: `?` permits null, `!` marks the primary key. */
type ColumnText = `${ColumnDataType & ('text' | 'integer' | 'bigint')}${'' | '?' | '!'}`;

export type StoredColumns = Readonly<Record<string, ColumnText>>;

/** Returns the names of the columns of a primary key. */
export const keyColumns = (columns: StoredColumns): readonly string[] =>
  Object.keys(columns).filter((name) => columns[name]?.endsWith('!'));

/** Creates a table with a primary key over its marked columns. */
export async function createTable(db: Kysely<unknown>, name: string, columns: StoredColumns): Promise<void> {
  const key = keyColumns(columns);
  let table = db.schema.createTable(name);
  for (const [column, text] of Object.entries(columns)) {
    const type = text.replace(/[?!]/, '') as 'text' | 'integer' | 'bigint';
    table = table.addColumn(column, type, (column) => {
      if (text.endsWith('!') && key.length < 2) return column.primaryKey();
      return text.endsWith('?') ? column : column.notNull();
    });
  }
  if (key.length > 1) table = table.addPrimaryKeyConstraint(`${name}_pk`, key as never);
  await table.execute();
}

/** Returns the names of the tables in a database, on a server in the schema in which new ones are created. */
export async function listTables<Tables>(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const present = sql<{ schema: string }>`select current_schema() as schema`;
  const own = isServer(db) ? (await present.execute(db)).rows[0]?.schema : undefined;
  const tables = await db.introspection.getTables();
  return new Set(tables.filter(({ schema }) => schema === own).map(({ name }) => name));
}

/**
 * Returns the changes that opening a store's file would make, without making them: the missing migrations, and whether
 * a newer version has written the file. Throws if it is not a database.
 */
export function readMigrations(
  path: string,
  migrations: Readonly<Record<string, Migration>>,
): { readonly lacking: number; readonly isNewer: boolean } {
  const database = new DatabaseSync(path);
  try {
    const listNames = (statement: string) =>
      (database.prepare(statement).all() as { readonly name: string }[]).map(({ name }) => name);
    const tables = listNames("SELECT name FROM sqlite_master WHERE type = 'table'");
    const has = tables.includes('kysely_migration');
    const madeMigrations = new Set(has ? listNames('SELECT name FROM kysely_migration') : []);
    const knownMigrations = Object.keys(migrations);
    return {
      lacking: knownMigrations.filter((name) => !madeMigrations.has(name)).length,
      isNewer: [...madeMigrations].some((name) => !knownMigrations.includes(name)),
    };
  } finally {
    database.close();
  }
}

/** Updates the tables, in one process at a time. Rejects if a newer version has written them. */
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
  if (error instanceof Error) throw error;
  throw new Error('the tables could not be brought up to date', { cause: error });
}
