import type { FieldErrors } from '../validation/checked';

/** Which page is asked for, and how long pages are. */
export interface PageQuery {
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
}

type Read =
  { readonly ok: true; readonly value: PageQuery } | { readonly ok: false; readonly errors: FieldErrors };

const DEFAULT_PER_PAGE = 15;
const LAST_PAGE = 1e12;

/** Reads `page` and `per_page`; a page holds at most `longest` items. */
export function readPageQuery(query: URLSearchParams, longest: number): Read {
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
