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
  query: Slice,
): Promise<Page<Table>> {
  const { rows } = await pageQuery(table, conditions, query).execute(db);
  const before = (query.page - 1) * query.perPage;
  // A page that is not full is the last one, and tells the size of the list without counting it.
  if (rows.length > 0 && rows.length < query.perPage) return { rows, total: before + rows.length };
  const counted = await countQuery(table, conditions).execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

type Slice = Pick<ListQuery, 'page' | 'perPage' | 'sort'>;

/** The query for the rows of one page. */
export function pageQuery<Table extends keyof Tables>(
  table: Table,
  conditions: readonly Expression<SqlBool>[],
  { page, perPage, sort }: Slice,
): RawBuilder<Selectable<Tables[Table]>> {
  const direction = sort.descending ? sql`desc` : sql`asc`;
  return sql`
    select * from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    order by ${sql.ref(sort.column)} ${direction}, id ${direction}
    limit ${perPage} offset ${(page - 1) * perPage}`;
}

/** The query for the size of the whole list. */
export const countQuery = (
  table: keyof Tables,
  conditions: readonly Expression<SqlBool>[],
): RawBuilder<{ total: number }> =>
  sql`select count(*) as total from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
