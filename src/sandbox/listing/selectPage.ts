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

type Paging = Pick<ListQuery, 'page' | 'perPage' | 'sort'>;

/** Selects one page of the rows that meet every condition; equal sort values are ordered by id, in the same direction. */
export async function selectPage<Table extends keyof Tables>(
  db: Transaction<Tables>,
  table: Table,
  conditions: readonly Expression<SqlBool>[],
  query: Paging,
): Promise<Page<Table>> {
  const { page, perPage, sort } = query;
  const count = async () => (await countQuery(table, conditions).execute(db)).rows[0]?.total ?? 0;
  if (page === 1) {
    const { rows } = await sliceQuery(table, conditions, { sort, skip: 0, take: perPage }).execute(db);
    // A first page that is not full is the whole list.
    return { rows, total: rows.length < perPage ? rows.length : await count() };
  }
  const total = await count();
  const { isFromEnd, ...slice } = nearestSlice(query, total);
  if (slice.take <= 0) return { rows: [], total };
  const { rows } = await sliceQuery(table, conditions, slice).execute(db);
  return { rows: isFromEnd ? rows.reverse() : rows, total };
}

/** Rows to pass over and rows to take, in one order. */
export interface Slice {
  readonly sort: ListQuery['sort'];
  readonly skip: number;
  readonly take: number;
}

/** Rows that are passed over cost time too, so a page of the second half is read from the end of the list, backwards. */
function nearestSlice({ page, perPage, sort }: Paging, total: number): Slice & { isFromEnd: boolean } {
  const skip = (page - 1) * perPage;
  const take = Math.min(perPage, total - skip);
  const after = total - skip - take;
  return skip <= after
    ? { sort, skip, take, isFromEnd: false }
    : { sort: { ...sort, descending: !sort.descending }, skip: after, take, isFromEnd: true };
}

/** The query for some rows of a list. */
export function sliceQuery<Table extends keyof Tables>(
  table: Table,
  conditions: readonly Expression<SqlBool>[],
  { sort, skip, take }: Slice,
): RawBuilder<Selectable<Tables[Table]>> {
  const direction = sort.descending ? sql`desc` : sql`asc`;
  return sql`
    select * from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    order by ${sql.ref(sort.column)} ${direction}, id ${direction}
    limit ${take} offset ${skip}`;
}

/** The query for the size of the whole list. */
export const countQuery = (
  table: keyof Tables,
  conditions: readonly Expression<SqlBool>[],
): RawBuilder<{ total: number }> =>
  sql`select count(*) as total from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}`;
