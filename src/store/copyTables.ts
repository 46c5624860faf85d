import { type Kysely, type Selectable, sql } from 'kysely';
import { primaryKeys, type StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type Table = keyof StoreTables;
type Page = readonly Record<string, unknown>[];

/** Tables with the content of a store; the others contain its current users. */
export const copiedTables = (Object.keys(primaryKeys) as readonly Table[]).filter(
  (table) => !table.startsWith('member'),
);

/** Reads a table page by page, in the order of its key; a page fits into one statement. */
export async function* pagesOf(db: Db, table: Table): AsyncGenerator<Page> {
  const key = sql.join(primaryKeys[table].map((name) => sql.ref(name)));
  for (let last: Record<string, unknown> | undefined; ;) {
    const values = primaryKeys[table].map((name) => last?.[name]);
    const isNext = last === undefined ? sql`true` : sql`(${key}) > (${sql.join(values)})`;
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} where ${isNext} order by ${key} limit ${ROWS_AT_ONCE}`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1);
    yield rows;
  }
}

/** Copies a table and returns the number of rows; existing rows stay. */
export async function copyTable(pages: AsyncIterable<Page>, to: Db, table: Table): Promise<number> {
  let count = 0;
  for await (const rows of pages) {
    const added = to.insertInto(table).values(rows);
    await added.onConflict((conflict) => conflict.doNothing()).execute();
    count += rows.length;
  }
  return count;
}

/** Maximum number of rows in one statement: SQLite accepts about 32,000 values. */
const ROWS_AT_ONCE = 500;

/** Splits rows into groups of at most 500, each for one statement. */
export function portions<Row>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const count = Math.ceil(rows.length / ROWS_AT_ONCE);
  return Array.from({ length: count }, (_, at) => rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE));
}

const lastOfEach = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
];

/** Adds rows; a row replaces an earlier one with its key, in the table or in the list. */
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
