import type { Call } from '../http/call';
import type { ListQuery } from './listQuery';

/** One page of a v2 list in its envelope (observed). */
export function showPage(
  items: readonly unknown[],
  total: number,
  { page, perPage }: ListQuery,
  { address, query }: Pick<Call, 'address' | 'query'>,
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
