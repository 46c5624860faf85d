import {
  type Expression,
  type RawBuilder,
  type Selectable,
  sql,
  type SqlBool,
  type Transaction,
} from 'kysely';
import type { Tables } from '../storage/tables';
import type { ListQuery } from './listQuery';

/** One page of rows and the size of the whole list. */
export interface Page<Table extends keyof Tables> {
  readonly rows: readonly Selectable<Tables[Table]>[];
  readonly total: number;
}

/** Selects one page of the rows that meet every condition; equal sort values are ordered by id, in the same direction. */
export async function selectPage<Table extends keyof Tables>(
  db: Transaction<Tables>,
  table: Table,
  conditions: readonly Expression<SqlBool>[],
  { page, perPage, sort }: Pick<ListQuery, 'page' | 'perPage' | 'sort'>,
): Promise<Page<Table>> {
  const where = sql.join(conditions, sql` and `);
  const direction = sort.descending ? sql`desc` : sql`asc`;
  const before = (page - 1) * perPage;
  const { rows } = await sql<Selectable<Tables[Table]>>`
    select * from ${sql.table(table)} where ${where}
    order by ${sql.ref(sort.column)} ${direction}, id ${direction}
    limit ${perPage} offset ${before}`.execute(db);
  // A page that is not full is the last one, and tells the size of the list without counting it.
  const isLast = rows.length > 0 && rows.length < perPage;
  return { rows, total: isLast ? before + rows.length : await countRows(db, table, where) };
}

async function countRows(
  db: Transaction<Tables>,
  table: keyof Tables,
  where: RawBuilder<unknown>,
): Promise<number> {
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} where ${where}`.execute(db);
  return counted.rows[0]?.total ?? 0;
}
