import type { ListPage } from './listPage';

/** What follows a page. */
export interface Step {
  readonly nextPage: number;
  /** True when rows have moved since the page before: pages read ahead are of another list. */
  readonly moved: boolean;
  /** True when the list has been read to its end without a gap. */
  readonly done: boolean;
}

/**
 * Decides where a pass goes on, so that no offer is missed while others come and go. The list is sorted newest
 * first: a new offer moves all others to later pages, which only shows some twice. A deletion moves them to earlier
 * ones, past a reader; by at most as many places as the total shrank, so the pass steps back by that.
 *
 * Not seen: one creation and one deletion between two pages that are read at the same time (the total is the same).
 */
export function advance(total: number | null, page: ListPage): Step {
  const grown = total === null ? 0 : page.total - total;
  if (grown >= 0) return { nextPage: page.number + 1, moved: grown > 0, done: page.number >= page.last };
  const back = Math.ceil(-grown / page.size);
  return { nextPage: Math.max(1, page.number - back), moved: true, done: false };
}
