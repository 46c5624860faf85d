import { failure, type Result, success } from '../../contract/result';
import type { Json } from '../../contract/json';
import { type ReadPage, readPage, silentPages } from '../lookup/v2ListPages';
import { changing, type Refusal } from '../refusal';
import { largerPage, MAX_CURSOR_PAGES, refuseRepeatedItem, tooDeepList } from './listRefusals';
import type { Range, RangeRequest } from './rangeRequest';

interface Walk {
  /** Name of the first page. Absent: the list begins with it. */
  readonly cursor: string | undefined;
  /** True if the answer says how many items the whole list has. */
  readonly isCounted: boolean;
  /** True if a page of v1 is one of v2, which takes no size: its end has no other name. */
  readonly isOnePage: boolean;
}

/** The translated items of a range, and what names the page after it. */
export type WalkedRange<Made> = Range<Made> & { readonly next?: string };

/** Reads the page of a name, which is the first page without a name. */
async function readNextPage(
  { upstream, context, list }: RangeRequest<unknown>,
  cursor: string | undefined,
  { size, number }: { readonly size: number; readonly number: number },
): Promise<Result<ReadPage, Refusal>> {
  const query = cursor === undefined ? list.query(1, size) : list.queryAfter(cursor, size);
  const { path, template, refusal } = list;
  const source = { path, template, size, refusal, query: () => query, ...silentPages(list, size) };
  const page = await readPage(upstream, context, source, number);
  if (!page.ok) return page;
  // The next page is named after all of them: those that were not asked for would be lost between the two.
  const isSized = list.style === 'cursor' && !list.isFixed;
  if (isSized && page.value.items.length > size) return failure(largerPage);
  const { next, ...otherEntry } = page.value;
  return success(next === undefined ? otherEntry : { ...otherEntry, next: list.cursorIn(next) });
}

/** Notes the ids of a page, and reports whether one of them stood on an earlier page. */
function noteIds(ids: Set<string>, items: readonly Json[], idOf: RangeRequest<unknown>['idOf']): boolean {
  const countBefore = ids.size;
  const ownTexts = new Set(items.flatMap((item) => idOf(item) ?? []));
  for (const id of ownTexts) ids.add(id);
  return ids.size < countBefore + ownTexts.size;
}

const isLastPage = ({ next, isCounted }: ReadPage, isEnough: boolean, walk: Walk): boolean =>
  next === undefined || (isEnough && (isCounted || !walk.isCounted));

interface WalkedNumbers {
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly seenCount: number;
}

/** Creates a range from the pages up to `lastPage`. Its total is v2's own, or at least what was seen. */
function makeRange<Made>(
  madePages: readonly Made[],
  lastPage: ReadPage,
  { start, end, size, seenCount }: WalkedNumbers,
): WalkedRange<Made> {
  const { total, isCounted, headers, next } = lastPage;
  const itemCount = Math.max(0, Math.min(end, seenCount) - start);
  // A list that goes on is longer than what was asked for, if only by one item.
  const minimumTotal = next === undefined ? seenCount : Math.max(seenCount, end + 1);
  const range = { made: madePages, count: itemCount, total: isCounted ? total : minimumTotal, size, headers };
  return next === undefined ? range : { ...range, next };
}

/** Reads a range of a list one page after the other, each named by the one before it. */
export async function readByCursor<Made>(
  range: RangeRequest<Made>,
  walk: Walk,
): Promise<Result<WalkedRange<Made>, Refusal>> {
  const { start, size, make, idOf } = range;
  const end = walk.isOnePage ? Infinity : range.end;
  const translatedPages: Made[] = [];
  const ids = new Set<string>();
  const last = walk.isCounted ? Infinity : end;
  let { cursor } = walk;
  let seenCount = 0;
  for (let number = 1; number <= MAX_CURSOR_PAGES; number += 1) {
    const askedEntry = { size: Math.min(size, last - seenCount), number };
    const page = await readNextPage(range, cursor, askedEntry);
    if (!page.ok) return page;
    const { items } = page.value;
    if (page.value.next === (cursor ?? '')) return failure(changing);
    if (noteIds(ids, items, idOf)) return failure(refuseRepeatedItem(range.idLine));
    const firstNumber = Math.max(0, start - seenCount);
    translatedPages.push(
      make(items.slice(firstNumber, Math.max(0, end - seenCount)), seenCount + firstNumber),
    );
    seenCount += items.length;
    if (isLastPage(page.value, walk.isOnePage || seenCount >= end, walk))
      return success(makeRange(translatedPages, page.value, { start, end, size, seenCount }));
    cursor = page.value.next;
  }
  return failure(tooDeepList);
}
