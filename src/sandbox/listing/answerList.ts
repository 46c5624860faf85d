import { type Expression, type Selectable, sql, type SqlBool } from 'kysely';
import type { SellerCall } from '../http/handler';
import { type ListQuery, type ListRules, readListQuery, readPageQuery } from './listQuery';
import { ok, type Reply } from '../http/reply';
import type { Tables } from '../storage/sandboxTables';
import { rowText, selectPage } from './selectPage';
import { invalid } from '../http/checkBody';

/** One page of a v2 list in its envelope (observed). */
export function showPage(
  items: readonly unknown[],
  total: number,
  { page, perPage }: ListQuery,
  { address, query }: Pick<SellerCall, 'address' | 'query'>,
) {
  const last = Math.max(1, Math.ceil(total / perPage));
  const link = (number: number) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(number));
    return `${address}?${parameters.toString()}`;
  };
  const before = (page - 1) * perPage;
  return {
    data: items,
    meta: {
      current_page: page,
      from: items.length === 0 ? null : before + 1,
      last_page: last,
      path: address,
      per_page: perPage,
      to: items.length === 0 ? null : before + items.length,
      total,
    },
    links: {
      first: link(1),
      last: link(last),
      prev: page > 1 ? link(page - 1) : null,
      next: page < last ? link(page + 1) : null,
    },
  };
}

/** Answers a v2 list of the caller's own rows: reads the query, selects one page, shows it in its envelope. */
export async function answerList<Table extends keyof Tables>(
  call: SellerCall,
  rules: ListRules<Table>,
  show: (rows: readonly Selectable<Tables[Table]>[]) => Promise<readonly unknown[]> | readonly unknown[],
): Promise<Reply> {
  const query = readListQuery(call.query, rules.sorts, Object.keys(rules.filters));
  if (!query.ok) return query.reply;
  const own = [
    sql<SqlBool>`seller_id = ${call.sellerId}`,
    ...(rules.always === undefined ? [] : [rules.always]),
  ];
  const { sort } = query.value;
  const filters = new Map([...query.value.filters, ...Object.entries(rules.fixed ?? {})]);
  const conditions = [...filters].flatMap(([name, text]) => rules.filters[name]?.(text) ?? []);
  const list = {
    table: rules.table,
    selection: sql<Selectable<Tables[Table]>>`*`,
    conditions: [...own, ...conditions],
    filters: [...filters.keys()],
  };
  const by = rules.sortedBy?.[sort.column] ?? sort.column;
  const { rows, total } = await selectPage(call.db, list, { ...query.value, sort: { ...sort, column: by } });
  return ok(showPage(await show(rows), total, query.value, call));
}

/** Longest page of a v1 list: clients ask for up to 1000 (observed). */
const LONGEST_PAGE = 1_000;

/** Description of a v1 list of one table. */
interface ListRulesV1<Table extends keyof Tables, Column> {
  readonly table: Table;
  /** Shows one row. */
  readonly columns: readonly Column[];
  /** Condition of every row of the list, in addition to being the caller's. */
  readonly always?: Expression<SqlBool>;
}

/**
 * Answers a v1 list of the caller's own rows in the order of their ids, so that an item keeps its page while others
 * change. Past the last page `to` is the total: clients go on until it is (observed).
 */
export async function answerListV1<
  Table extends keyof Tables,
  Column extends string & keyof Selectable<Tables[Table]>,
>(
  call: SellerCall,
  { table, columns, always }: ListRulesV1<Table, Column>,
  show: (row: Pick<Selectable<Tables[Table]>, Column>) => unknown,
): Promise<Reply> {
  const query = readPageQuery(call.query, LONGEST_PAGE);
  if (!query.ok) return invalid(query.errors);
  const { page, perPage } = query.value;
  const own = sql<SqlBool>`seller_id = ${call.sellerId}`;
  const list = {
    table,
    selection: rowText(columns),
    conditions: always === undefined ? [own] : [own, always],
    filters: [],
  };
  const sort = { column: 'id', descending: false };
  const { rows, total } = await selectPage(call.db, list, { page, perPage, sort });
  const before = Math.min((page - 1) * perPage, total);
  return ok({
    data: rows.map(({ text }) => show(JSON.parse(text) as Pick<Selectable<Tables[Table]>, Column>)),
    meta: {
      current_page: page,
      from: rows.length === 0 ? null : before + 1,
      last_page: Math.max(1, Math.ceil(total / perPage)),
      per_page: perPage,
      to: total === 0 ? null : before + rows.length,
      total,
    },
  });
}
