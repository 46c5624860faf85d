import { type Kysely, type RawBuilder, sql } from 'kysely';
import { primaryKeys, type StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type Table = keyof StoreTables;

/** Maximum number of rows in one statement: SQLite accepts about 32,000 values. */
export const ROWS_AT_ONCE = 500;

type NewRow<Row> = { readonly [Column in keyof Row]: Row[Column] | RawBuilder<Row[Column]> };

/** Adds rows. An existing row of the same key fails all, stays, or gets these changes. */
export async function addRows<Name extends Table>(
  db: Db,
  table: Name,
  rows: readonly NewRow<StoreTables[Name]>[],
  existing: 'fails' | 'stays' | Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  const untyped = db as unknown as Kysely<Record<string, Record<string, unknown>>>;
  for (let index = 0; index < rows.length; index += ROWS_AT_ONCE) {
    let insertion = untyped.insertInto(table).values(rows.slice(index, index + ROWS_AT_ONCE));
    if (existing === 'stays') insertion = insertion.onConflict((conflict) => conflict.doNothing());
    else if (existing !== 'fails')
      insertion = insertion.onConflict((conflict) =>
        conflict.columns(primaryKeys[table]).doUpdateSet(existing as never),
      );
    await insertion.execute();
  }
}

/** Adds rows. A row replaces an earlier one with its key, in the table or in the list. */
export async function putRows<Name extends Table>(
  db: Db,
  table: Name,
  rows: readonly StoreTables[Name][],
): Promise<void> {
  const rowKey = (row: Readonly<Record<string, unknown>>) =>
    JSON.stringify(primaryKeys[table].map((name) => row[name]));
  const lastOfEach = [...new Map(rows.map((row) => [rowKey(row), row])).values()];
  const columns = Object.keys(rows[0] ?? {});
  const replacing = Object.fromEntries(columns.map((name) => [name, sql`excluded.${sql.ref(name)}`]));
  await addRows(db, table, lastOfEach, replacing);
}

/** Returns a query of the documents of a kind. */
export const selectDocuments = (db: Db, kind: string) =>
  db.selectFrom('document').select(['key', 'value']).where('kind', '=', kind);

/** Adds documents that no process holds. One replaces an earlier one with its key. */
export const putDocuments = (
  db: Db,
  kind: string,
  rows: readonly Pick<StoreTables['document'], 'key' | 'at' | 'value'>[],
): Promise<void> =>
  putRows(
    db,
    'document',
    rows.map((row) => ({ kind, ...row, holder: null, held_until: null })),
  );
