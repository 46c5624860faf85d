import { type Selectable, sql, type SqlBool } from 'kysely';
import type { Call } from '../http/call';
import { ok, type Reply } from '../http/reply';
import type { Tables } from '../storage/tables';
import type { ListRules } from './listRules';
import { readListQuery } from './readListQuery';
import { selectPage } from './selectPage';
import { showPage } from './showPage';

/** Answers a v2 list of the caller's own rows: reads the query, selects one page, shows it in its envelope. */
export async function listPage<Table extends keyof Tables>(
  call: Call,
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
