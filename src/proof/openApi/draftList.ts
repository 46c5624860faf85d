import { askedPages } from './describedPages';
import type { DescribedOne } from './describedResources';

/** The query parameters of one side that ask for a page of a list, beside its sizes. */
type DraftedPages = Readonly<Record<string, unknown>>;

/** The parameters by which both sides ask for a page of a list, and lines on what no document says of it. */
export interface DraftedList {
  readonly list: { readonly v1: DraftedPages; readonly v2: DraftedPages };
  readonly open: readonly string[];
}

/** Lists the query parameters that ask for a page. */
export const pageNamesOf = ({ page, offset, cursor, size }: DraftedPages = {}): readonly string[] =>
  [page, offset, cursor, size].filter((name) => typeof name === 'string');

/** Drafts how a page of a list is asked for; undefined unless both sides have pages. */
export function draftList(ours: DescribedOne, theirs: DescribedOne): DraftedList | undefined {
  const [v1, v2] = [ours, theirs].map(
    ({ side, resource: { list } }) => list && askedPages(list, side.shape.paging, side.api.resolve),
  );
  if (v1 === undefined || v2 === undefined) return undefined;
  const isSilent = 'page' in v2.beginning && !v2.isNumbered;
  const list = {
    v1: { ...v1.beginning, size: v1.size, usual: v1.usual, most: v1.most },
    v2: { ...v2.beginning, size: v2.size, most: v2.most, ...(isSilent && { silent: true }), query: {} },
  };
  const open = Object.entries({ v1, v2 }).flatMap(([side, { size, most, isMostTold }]) =>
    isMostTold
      ? []
      : `?${size} of lists in ${side}: \`most: ${most}\` is a guess, as no document has a maximum`,
  );
  return { list, open };
}
