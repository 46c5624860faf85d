import type { PagesEntry } from './mappingFile';
import type { PagedList } from './operation';
import { routePath } from './routePath';

/** Compiles how the pages of a v2 list are asked for; `route` is e.g. `GET /v2/games`. */
export function resolvePages(route: string, { page, size, most, query }: PagesEntry): PagedList {
  const fixed = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return Object.freeze({
    path: routePath(route),
    query: (number: number, items: number) =>
      new URLSearchParams([[page, String(number)], [size, String(items)], ...fixed]).toString(),
    most,
  });
}
