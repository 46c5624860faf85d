import { type Expression, type Selectable, sql, type SqlBool, type Transaction } from 'kysely';
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
  const counted = await sql<{
    total: number;
  }>`select count(*) as total from ${sql.table(table)} where ${where}`.execute(db);
  const selected = await sql<Selectable<Tables[Table]>>`
    select * from ${sql.table(table)} where ${where}
    order by ${sql.ref(sort.column)} ${direction}, id ${direction}
    limit ${perPage} offset ${(page - 1) * perPage}`.execute(db);
  return { rows: selected.rows, total: counted.rows[0]?.total ?? 0 };
}
