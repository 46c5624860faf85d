import type { Insertable, Transaction } from 'kysely';
import type { Tables } from '../storage/tables';

/** SQLite takes at most 32,766 values in one statement; no table has more than 40 columns. */
const BATCH = 500;

/** Inserts any number of rows into one table. */
export async function insertRows<Table extends keyof Tables>(
  db: Transaction<Tables>,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH) {
    await db
      .insertInto(table)
      .values(rows.slice(start, start + BATCH))
      .execute();
  }
}
