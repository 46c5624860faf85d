import { badQuery } from '../http/problems';
import type { Reply } from '../http/reply';
import { invalid } from '../validation/invalid';
import type { ListQuery } from './listQuery';
import { readPageQuery } from './readPageQuery';

type Read = { readonly ok: true; readonly value: ListQuery } | { readonly ok: false; readonly reply: Reply };

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
): Read {
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
