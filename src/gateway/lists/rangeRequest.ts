import type { Json } from '../../contract/json';
import type { PagedList } from '../../mapping/compile/compiledOperation';
import type { CallContext } from '../context';
import type { Upstream } from '../upstream';

/** The translated items between two indices of a list, as they stood at one time. */
export interface Range<Made> {
  /** The result of each page, in the order of the pages. */
  readonly made: readonly Made[];
  readonly count: number;
  readonly total: number;
  /** Most items on a page: fewer than were asked for if v2 gives smaller pages. */
  readonly size: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** The items to read (`start` counted from 0, `end` excluded), the page size, and how to translate a page. */
export interface RangeRequest<Made> {
  readonly upstream: Upstream;
  readonly context: CallContext;
  readonly list: PagedList;
  readonly start: number;
  readonly end: number;
  readonly size: number;
  /** Translates the wanted items of a page as soon as it comes; `firstIndex` counts in the whole list, from 0. */
  readonly make: (items: readonly Json[], firstIndex: number) => Made;
  /** Returns the id of an item, so that an item which stands on two pages is noticed. */
  readonly idOf: (item: Json) => string | undefined;
  /** Line of the mapping that names that id. */
  readonly idLine: string;
  /** Most items that the whole list may have. */
  readonly longest: number;
  /** Probable length of the whole list: its pages are read without waiting for the first one. */
  readonly expected: number;
}
