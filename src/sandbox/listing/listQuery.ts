import { type Expression, sql, type SqlBool } from 'kysely';
import { type FieldErrors, invalid } from '../http/checkBody';
import { badQuery, type Reply } from '../http/reply';
import type { Tables } from '../storage/sandboxTables';

/** The asked part of a list, and its order. */
export interface ListQuery {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  /** The column, or another expression, is SQL: it comes from the rules of a list, never from a query. */
  readonly sort: { readonly column: string; readonly descending: boolean };
  /** `filter[name]` texts as sent, by name. */
  readonly filters: ReadonlyMap<string, string>;
}

/** The asked page, and the length of pages. */
interface PageQuery {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

type ReadPageQuery =
  | { readonly ok: true; readonly value: PageQuery }
  | { readonly ok: false; readonly errors: FieldErrors };

const DEFAULT_PER_PAGE = 15;
const LAST_PAGE = 1e12;

/** Reads `page` and `per_page`; a page holds at most `longest` items. */
export function readPageQuery(query: URLSearchParams, longest: number): ReadPageQuery {
  const errors: FieldErrors = {
    ...numberErrors('page', query.get('page'), LAST_PAGE),
    ...numberErrors('per_page', query.get('per_page'), longest),
  };
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  const page = Number(query.get('page') ?? 1);
  return { ok: true, value: { page, perPage: Number(query.get('per_page') ?? DEFAULT_PER_PAGE) } };
}

function numberErrors(field: string, text: string | null, most: number): FieldErrors {
  if (text === null) return {};
  const name = field.replace('_', ' ');
  if (!/^\d{1,15}$/.test(text)) return { [field]: [`The ${name} field must be an integer.`] };
  const value = Number(text);
  if (value < 1) return { [field]: [`The ${name} field must be at least 1.`] };
  return value > most ? { [field]: [`The ${name} field must not be greater than ${most}.`] } : {};
}

type ReadListQuery =
  | { readonly ok: true; readonly value: ListQuery }
  | { readonly ok: false; readonly reply: Reply };

/** Longest page of a v2 list (observed). */
const LONGEST_PAGE = 50;

/**
 * Reads `page`, `per_page`, `sort` and `filter[..]` of a v2 list (observed): bad numbers are 422 on their field, a sort
 * or filter that the list does not have is 400.
 */
export function readListQuery(
  query: URLSearchParams,
  sorts: readonly string[],
  filterNames: readonly string[],
  defaultSort = '-updated_at',
): ReadListQuery {
  const paging = readPageQuery(query, LONGEST_PAGE);
  if (!paging.ok) return { ok: false, reply: invalid(paging.errors) };
  const sort = readSort(query.get('sort') ?? defaultSort);
  const filters = readFilters(query);
  const reply =
    unknownName('sort', [sort.column], sorts) ?? unknownName('filter', filters.keys(), filterNames);
  return reply === undefined ? { ok: true, value: { ...paging.value, sort, filters } } : { ok: false, reply };
}

const readSort = (text: string) =>
  text.startsWith('-') ? { column: text.slice(1), descending: true } : { column: text, descending: false };

function readFilters(query: URLSearchParams): ReadonlyMap<string, string> {
  const filters = new Map<string, string>();
  for (const [name, value] of query) {
    const filter = /^filter\[(.+)\]$/.exec(name)?.[1];
    if (filter !== undefined) filters.set(filter, value);
  }
  return filters;
}

function unknownName(what: string, names: Iterable<string>, allowed: readonly string[]): Reply | undefined {
  const unknown = [...names].filter((name) => !allowed.includes(name));
  if (unknown.length === 0) return undefined;
  const list = (texts: readonly string[]) => texts.map((text) => `\`${text}\``).join(', ');
  return badQuery(
    `Requested ${what}(s) ${list(unknown)} are not allowed. Allowed ${what}(s) are ${list(allowed)}.`,
  );
}

/** Description of a list of one table. */
export interface ListRules<Table extends keyof Tables> {
  readonly table: Table;
  /** Names that the list can be sorted by; each has an index. */
  readonly sorts: readonly string[];
  /** SQL of the sorts that are not named after a column. */
  readonly sortedBy?: Readonly<Record<string, string>>;
  /** Filters by their name in `filter[name]=text`. */
  readonly filters: Readonly<Record<string, Filter>>;
  /** Filters that are always set. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Condition of every row of the list, in addition to being the caller's. */
  readonly always?: Expression<SqlBool>;
}

/** Turns the text of a filter into a condition. */
type Filter = (text: string) => Expression<SqlBool>;

const commaList = (text: string): string[] => text.split(',').map((part) => part.trim());

/** The column holds one of the comma-separated texts. */
export const oneOfTexts =
  (column: string): Filter =>
  (text) =>
    sql<SqlBool>`${sql.ref(column)} in (${sql.join(commaList(text))})`;

/** The column holds one of the comma-separated whole numbers; other text matches nothing. */
export const oneOfNumbers =
  (column: string): Filter =>
  (text) => {
    const numbers = commaList(text).map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : -1));
    return sql<SqlBool>`${sql.ref(column)} in (${sql.join(numbers)})`;
  };

/** The column contains the text, in any case of ASCII letters. */
export const contains =
  (column: string): Filter =>
  (text) =>
    sql<SqlBool>`${sql.ref(column)} like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** The column, in Unix seconds, lies between two instants separated by a comma; other text matches nothing. */
export const betweenInstants =
  (column: string): Filter =>
  (text) => {
    const [from, to = Infinity] = text.split(',').map((part, place) => instantOf(part.trim(), place));
    return from === undefined || Number.isNaN(from + to)
      ? sql<SqlBool>`0`
      : sql<SqlBool>`${sql.ref(column)} between ${from} and ${Math.min(to, Number.MAX_SAFE_INTEGER)}`;
  };

/** Unix seconds of a number or an ISO 8601 text; a day alone ends with its last second. */
function instantOf(text: string, place: number): number {
  if (text === '') return place === 0 ? 0 : Infinity;
  if (/^\d{1,12}$/.test(text)) return Number(text);
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2})?)?$/.test(text)) return NaN;
  const isDay = text.length === 10;
  return Math.floor(Date.parse(text) / 1_000) + (isDay && place === 1 ? 86_399 : 0);
}
