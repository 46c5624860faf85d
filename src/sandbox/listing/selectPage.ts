import { type Expression, type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely';
import { listCounts } from '../storage/listCounts';
import type { Tables } from '../storage/sandboxTables';
import type { ListQuery } from './listQuery';

/**
 * Selects some columns as one JSON text, for long lists: the store's driver spends its time on each value of each row,
 * and takes one text in a fraction of what many values take. Real numbers come with 15 digits.
 */
export const rowText = (columns: readonly string[]): RawBuilder<{ text: string }> =>
  sql`json_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(column)]))}) as text`;

/** Some rows of one table, and the columns that are read of each. */
interface List<Row> {
  readonly table: keyof Tables;
  readonly selection: RawBuilder<Row>;
  /** Every row meets all of them. */
  readonly conditions: readonly Expression<SqlBool>[];
  /** Names of the filters among the conditions. */
  readonly filters: readonly string[];
}

/** One page of rows and the size of the whole list. */
interface RowPage<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

type Paging = Pick<ListQuery, 'page' | 'perPage' | 'sort'>;

/** Selects one page of a list; equal sort values are ordered by id, in the same direction. */
export async function selectPage<Row>(
  db: Transaction<Tables>,
  list: List<Row>,
  query: Paging,
): Promise<RowPage<Row>> {
  const count = async () => (await countQuery(list).execute(db)).rows[0]?.total ?? 0;
  if (!isCounted(list)) return selectThenCount(db, list, query, count);
  const total = await count();
  const { isFromEnd, ...slice } = nearestSlice(query, total);
  if (slice.take <= 0) return { rows: [], total };
  const { rows } = await sliceQuery(list, slice).execute(db);
  return { rows: isFromEnd ? rows.reverse() : rows, total };
}

/** Pages that are read beyond the asked one: that reaches the end of most filtered lists. */
const AHEAD = 4;

/** Selects a filtered page. Finding and counting both read the whole list, so it is counted only if needed. */
async function selectThenCount<Row>(
  db: Transaction<Tables>,
  list: List<Row>,
  { page, perPage, sort }: Paging,
  count: () => Promise<number>,
): Promise<RowPage<Row>> {
  const skip = (page - 1) * perPage;
  const take = perPage * (1 + AHEAD);
  const ids = { ...list, selection: sql<{ id: number }>`id` };
  const found = (await sliceQuery(ids, { sort, skip, take }).execute(db)).rows.map(({ id }) => id);
  const isEnd = found.length < take && (found.length > 0 || page === 1);
  const total = isEnd ? skip + found.length : await count();
  if (found.length === 0) return { rows: [], total };
  const shown = { ...list, conditions: [sql<SqlBool>`id in (${sql.join(found.slice(0, perPage))})`] };
  const { rows } = await sliceQuery(shown, { sort, skip: 0, take: perPage }).execute(db);
  return { rows, total };
}

/** Rows to pass over and rows to take, in one order. */
interface Slice {
  readonly sort: ListQuery['sort'];
  readonly skip: number;
  readonly take: number;
}

/** Reads a page of the second half backwards from the end of the list, because skipped rows cost time too. */
function nearestSlice({ page, perPage, sort }: Paging, total: number): Slice & { isFromEnd: boolean } {
  const skip = (page - 1) * perPage;
  const take = Math.min(perPage, total - skip);
  const after = total - skip - take;
  return skip <= after
    ? { sort, skip, take, isFromEnd: false }
    : { sort: { ...sort, descending: !sort.descending }, skip: after, take, isFromEnd: true };
}

/** The query for some rows of a list. */
export function sliceQuery<Row>(
  { table, selection, conditions }: List<Row>,
  { sort, skip, take }: Slice,
): RawBuilder<Row> {
  const direction = sort.descending ? sql`desc` : sql`asc`;
  return sql`
    select ${selection} from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
    order by ${sql.raw(sort.column)} ${direction}, id ${direction}
    limit ${take} offset ${skip}`;
}

/** Reports whether the counts of the table cover all filters of the list. */
function isCounted({ table, filters }: List<unknown>): boolean {
  const known = listCounts[table];
  return known !== undefined && filters.every((name) => known.includes(name));
}

/** Builds the query for the size of the whole list: from the table's counts, or else from its rows. */
export function countQuery(list: List<unknown>): RawBuilder<{ total: number | null }> {
  const where = sql`where ${sql.join(list.conditions, sql` and `)}`;
  return isCounted(list)
    ? sql`select sum(total) as total from ${sql.table(`${list.table}_tally`)} ${where}`
    : sql`select count(*) as total from ${sql.table(list.table)} ${where}`;
}
