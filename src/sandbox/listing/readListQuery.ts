import { badQuery } from '../http/problems';
import type { Reply } from '../http/reply';
import type { FieldErrors } from '../validation/checked';
import { invalid } from '../validation/invalid';
import type { ListQuery } from './listQuery';

type Read = { readonly ok: true; readonly value: ListQuery } | { readonly ok: false; readonly reply: Reply };

const LARGEST_PAGE = 50;
const DEFAULT_PAGE = 15;

/**
 * Reads `page`, `per_page`, `sort` and `filter[..]` of a v2 list (observed): bad numbers are 422 on their field, a sort
 * or filter that the list does not have is 400.
 */
export function readListQuery(
  query: URLSearchParams,
  sorts: readonly string[],
  filterNames: readonly string[],
): Read {
  const errors: FieldErrors = {
    ...pageErrors('page', query.get('page'), 1e12),
    ...pageErrors('per_page', query.get('per_page'), LARGEST_PAGE),
  };
  if (Object.keys(errors).length > 0) return { ok: false, reply: invalid(errors) };
  const sort = readSort(query.get('sort') ?? '-updated_at');
  const filters = readFilters(query);
  const reply =
    unknownName('sort', [sort.column], sorts) ?? unknownName('filter', filters.keys(), filterNames);
  if (reply !== undefined) return { ok: false, reply };
  const page = Number(query.get('page') ?? 1);
  return { ok: true, value: { page, perPage: Number(query.get('per_page') ?? DEFAULT_PAGE), sort, filters } };
}

function pageErrors(field: string, text: string | null, most: number): FieldErrors {
  if (text === null) return {};
  const name = field.replace('_', ' ');
  if (!/^\d{1,15}$/.test(text)) return { [field]: [`The ${name} field must be an integer.`] };
  const value = Number(text);
  if (value < 1) return { [field]: [`The ${name} field must be at least 1.`] };
  return value > most ? { [field]: [`The ${name} field must not be greater than ${most}.`] } : {};
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
