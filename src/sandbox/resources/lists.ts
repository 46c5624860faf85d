import { type FieldErrors, refuseFields, ruleError, spokenName } from '../http/checkBody';
import { answerOk, CallRefusal, type Reply } from '../http/reply';
import type { MarketCall } from '../market';
import { type RowCondition, matchOneOf, type MarketTable } from '../storage/tables';

/** Turns the text of `filter[name]=text` into a condition. */
type Filter = (text: string) => RowCondition;

const splitCommas = (text: string): string[] => text.split(',').map((item) => item.trim());

const textsCondition = (column: string, text: string): RowCondition => matchOneOf(column, splitCommas(text));

/** Matches a column with one of the comma-separated whole numbers. Any other text matches nothing. */
const numbersCondition = (column: string, text: string): RowCondition =>
  matchOneOf(
    column,
    splitCommas(text).map((item) => (/^\d{1,15}$/.test(item) ? Number(item) : -1)),
  );

/** Creates the filter of a column that contains the text, ignoring the case of ASCII letters. */
export const createTextFilter =
  (column: string): Filter =>
  (text) => [`${column} like ? escape '\\'`, `%${text.replace(/[\\%_]/g, '\\$&')}%`];

/** Matches a column of Unix seconds between two instants with a comma between them. Any other text matches nothing. */
function instantsCondition(column: string, text: string): RowCondition {
  const [from = NaN, to = Infinity] = splitCommas(text).map(instantOf);
  if (Number.isNaN(from + to)) return ['0'];
  return [`${column} between ? and ?`, from, Math.min(to, Number.MAX_SAFE_INTEGER)];
}

/** Reads a number or an ISO 8601 text as Unix seconds; a day without a time ends with its last second. */
function instantOf(text: string, index: number): number {
  if (text === '') return index === 0 ? 0 : Infinity;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return NaN;
  const isDay = text.length === 10;
  return Math.floor(Date.parse(text) / 1_000) + (isDay && index === 1 ? 86_399 : 0);
}

/** Sorts and filters of a v2 list (observed). */
export interface ListRules {
  /** SQL of each sort by its name; an index exists for each. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly filters: Readonly<Record<string, Filter>>;
  readonly defaultSort?: string;
}

/** Filters by the name of their column. */
const columnFilters = {
  id: numbersCondition,
  status: textsCondition,
  offer_id: numbersCondition,
  buyer_id: numbersCondition,
  game_id: numbersCondition,
  created_at: instantsCondition,
} as const;

/** Picks filters by the names of their columns. */
export const filtersByColumn = (...columns: readonly (keyof typeof columnFilters)[]): ListRules['filters'] =>
  Object.fromEntries(columns.map((column) => [column, (text) => columnFilters[column](column, text)]));

/** Makes sorts by columns of the same name. */
export const sortsByColumn = (...columns: readonly string[]): ListRules['sorts'] =>
  Object.fromEntries(columns.map((column) => [column, column]));

/** Maximum number of items on a page of each version (observed). */
const MAX_PER_PAGE = { v1: 1_000, v2: 50 } as const;
const DEFAULT_PER_PAGE = 15;
const MAX_PAGE = 1e12;

function numberErrors(field: string, text: string | null, most: number): FieldErrors {
  if (text === null) return {};
  const name = spokenName(field);
  if (!/^\d{1,15}$/.test(text)) return { [field]: [`The ${name} field must be an integer.`] };
  if (Number(text) < 1) return { [field]: [`The ${name} field must be at least 1.`] };
  return ruleError(Number(text) > most, field, `The ${name} field must not be greater than ${most}.`);
}

/**
 * Reads the page of a list from its query: its number from 1, its length, and the count of rows before it. Refuses an
 * invalid number with 422 on its field.
 */
function readPage(query: URLSearchParams, longest: number) {
  const errors = {
    ...numberErrors('page', query.get('page'), MAX_PAGE),
    ...numberErrors('per_page', query.get('per_page'), longest),
  };
  if (Object.keys(errors).length > 0) refuseFields(errors);
  const page = Number(query.get('page') ?? 1);
  const perPage = Number(query.get('per_page') ?? DEFAULT_PER_PAGE);
  return { page, perPage, skip: (page - 1) * perPage };
}

/** Refuses a query with an unknown name (observed: 400). */
function checkNames(what: string, names: Iterable<string>, allowedNames: object): void {
  const unknown = [...names].filter((name) => !Object.hasOwn(allowedNames, name));
  if (unknown.length === 0) return;
  const list = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(', ');
  const message = `Requested ${what}(s) ${list(unknown)} are not allowed. Allowed ${what}(s) are ${list(Object.keys(allowedNames))}.`;
  throw new CallRefusal({ status: 400, body: { message } });
}

/** Reads the query of a v2 list: a page, a sort and filters of its rules. */
export function readListQuery(query: URLSearchParams, rules: ListRules) {
  const { sorts, filters: allowed, defaultSort = '-updated_at' } = rules;
  const page = readPage(query, MAX_PER_PAGE.v2);
  const [, minus = '', name = ''] = /^(-?)(.*)$/s.exec(query.get('sort') ?? defaultSort) ?? [];
  const sort = { name, direction: minus === '' ? 'asc' : 'desc' } as const;
  const filtering = [...query].filter(([key]) => /^filter\[.+\]$/.test(key));
  const filters = new Map(filtering.map(([key, text]) => [key.slice('filter['.length, -1), text]));
  checkNames('sort', [name], sorts);
  checkNames('filter', filters.keys(), allowed);
  return { ...page, sort, filters };
}

type Page = Readonly<ReturnType<typeof readPage>>;

/** Describes a page that begins and ends with items. The last page is at least the first. */
function pageMeta({ page, perPage, skip }: Page, shownCount: number, total: number, path?: string) {
  const [from, to] = shownCount === 0 ? [null, null] : [skip + 1, skip + shownCount];
  const last_page = Math.max(1, Math.ceil(total / perPage));
  return { current_page: page, from, last_page, path, per_page: perPage, to, total };
}

/** Shows one page of a v2 list in its envelope (observed). */
export function showPage(
  items: readonly unknown[],
  total: number,
  page: Page,
  { address, query }: MarketCall,
): Reply {
  const meta = pageMeta(page, items.length, total, address);
  const { current_page, last_page } = meta;
  const link = (number: number) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page', String(number));
    return `${address}?${parameters.toString()}`;
  };
  return answerOk({
    data: items,
    meta,
    links: {
      first: link(1),
      last: link(last_page),
      prev: current_page > 1 ? link(current_page - 1) : null,
      next: current_page < last_page ? link(current_page + 1) : null,
    },
  });
}

/** Answers a page of a v2 list of rows that meet the conditions, sorted by id within equal values. */
export function answerList<Row extends { readonly id: number }>(
  call: MarketCall,
  table: MarketTable<Row>,
  conditions: readonly RowCondition[],
  rules: ListRules,
  show: (row: Row, call: MarketCall) => unknown,
): Reply {
  const page = readListQuery(call.query, rules);
  const { sort, filters, skip, perPage: take } = page;
  const filtering = [...filters].map(([name, text]): RowCondition => rules.filters[name]?.(text) ?? ['true']);
  const where = [...conditions, ...filtering];
  const order = `${rules.sorts[sort.name] ?? 'id'} ${sort.direction}, id ${sort.direction}`;
  const items = table.listRows(where, { order, skip, take }).map((row) => show(row, call));
  return showPage(items, table.countRows(where), page, call);
}

/**
 * Answers a page of a v1 list in the order of ids, so that an item keeps its page while others change. Beyond the last
 * page `to` is the total, because clients continue until then (observed).
 */
export function answerListV1<Row extends { readonly id: number }>(
  call: MarketCall,
  table: MarketTable<Row>,
  conditions: readonly RowCondition[],
  show: (row: Row, call: MarketCall) => unknown,
): Reply {
  const page = readPage(call.query, MAX_PER_PAGE.v1);
  const data = table
    .listRows(conditions, { skip: page.skip, take: page.perPage })
    .map((row) => show(row, call));
  const total = table.countRows(conditions);
  const to = total === 0 ? null : Math.min(page.skip, total) + data.length;
  return answerOk({ data, meta: { ...pageMeta(page, data.length, total), to } });
}
