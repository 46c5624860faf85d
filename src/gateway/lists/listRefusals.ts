import { changing, type Refusal } from '../refusal';

/** Most pages that one request reads of a list whose pages name one another: it has no way into its middle. */
export const MAX_CURSOR_PAGES = 200;

/** The refusal of a list that is read page by page and has too many pages. */
export const tooDeepList: Refusal = {
  code: 'upstreamUnfit',
  detail: `the v2 list has more than ${MAX_CURSOR_PAGES} pages, and is read by a cursor`,
};

/** The refusal of a page with more items than were asked for. */
export const largerPage: Refusal = {
  code: 'upstreamUnfit',
  detail: 'the page has more items than were asked for',
};

/** The refusal of a list that is too long to be answered as a whole. */
export const tooLongList: Refusal = {
  code: 'upstreamUnfit',
  detail: 'the list has more items than v1 shows at once',
};

/** The refusal of a list with one id on two pages: an item that has moved, or two items. */
export const refuseRepeatedItem = (idLine: string): Refusal => ({
  ...changing,
  detail: `an item stands on two pages, or two items have the same id (\`${idLine}\`)`,
});

/** The refusal of a list whose items are found by their ids, of which two are the same. */
export const refuseAmbiguousId = (idLine: string): Refusal => ({
  code: 'upstreamUnfit',
  detail: `two items have the same id (\`${idLine}\`)`,
});
