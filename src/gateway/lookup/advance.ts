import type { ListPage } from './listPage';

/** What follows a page. */
export interface Step {
  readonly nextPage: number;
  /** True when the list has been read to its end without a gap. */
  readonly done: boolean;
}

/**
 * Decides where a pass goes on, so that no offer is missed while others come and go. The list is sorted newest
 * first: a new offer moves all others to later pages, which at worst shows some twice. A deletion moves them to
 * earlier ones, past the reader, by no more places than the total shrank: the pass steps back that far. A page that
 * was read before its predecessor, and before a new offer came, shows a smaller total too, and is read again.
 *
 * Not seen: a creation and a deletion between two pages that are read at the same time (the totals agree).
 */
export function advance(total: number | null, page: ListPage): Step {
  const shrunk = total === null ? 0 : total - page.total;
  if (shrunk <= 0) return { nextPage: page.number + 1, done: page.number >= page.last };
  return { nextPage: Math.max(1, page.number - Math.ceil(shrunk / page.size)), done: false };
}
