import { type Expression, type Selectable, sql, type SqlBool } from 'kysely';
import type { Call } from '../http/call';
import { ok, type Reply } from '../http/reply';
import type { Tables } from '../storage/tables';
import { invalid } from '../validation/invalid';
import { readPageQuery } from './readPageQuery';
import { rowText } from './rowText';
import { selectPage } from './selectPage';

/** Longest page of a v1 list: clients ask for up to 1000 (observed). */
const LONGEST_PAGE = 1_000;

/** How one table is listed on v1. */
interface ListRulesV1<Table extends keyof Tables, Column> {
  readonly table: Table;
  /** What is shown of each row. */
  readonly columns: readonly Column[];
  /** What every row of the list must meet, beside being the caller's. */
  readonly always?: Expression<SqlBool>;
}

/**
 * Answers a v1 list of the caller's own rows in the order of their ids, so that an item keeps its page while others
 * change. Past the last page `to` is the total: clients go on until it is (observed).
 */
export async function listPageV1<
  Table extends keyof Tables,
  Column extends string & keyof Selectable<Tables[Table]>,
>(
  call: Call,
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
