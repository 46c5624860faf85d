import { failure, type Result, success } from '../../contract/result';
import type { Json } from '../../contract/json';
import { type ReadPage, readPage, silentPages } from '../lookup/v2ListPages';
import { changing, type Refusal } from '../refusal';
import { MAX_CURSOR_PAGES, repeatedItem, tooDeepList } from './listRefusals';
import type { Range, RangeRequest } from './rangeRequest';

interface Walk {
  /** Name of the first page; absent: the list begins with it. */
  readonly cursor: string | undefined;
  /** True if the answer says how many items the whole list has. */
  readonly isCounted: boolean;
  /** True if a page of v1 is one of v2, which takes no size: its end has no other name. */
  readonly isOnePage: boolean;
}

/** The translated items of a range, and what names the page after it. */
export type WalkedRange<Made> = Range<Made> & { readonly next?: string };

async function step(
  { upstream, context, list }: RangeRequest<unknown>,
  cursor: string | undefined,
  { size, number }: { readonly size: number; readonly number: number },
): Promise<Result<ReadPage, Refusal>> {
  const query = cursor === undefined ? list.query(1, size) : list.queryAfter(cursor, size);
  const { path, template, refusal } = list;
  const source = { path, template, size, refusal, query: () => query, ...silentPages(list, size) };
  const page = await readPage(upstream, context, source, number);
  if (!page.ok) return page;
  const { next, ...otherEntry } = page.value;
  return success(next === undefined ? otherEntry : { ...otherEntry, next: list.cursorIn(next) });
}

/** Notes the ids of a page, and reports whether one of them stood on an earlier page. */
function repeats(ids: Set<string>, items: readonly Json[], idOf: RangeRequest<unknown>['idOf']): boolean {
  const countBefore = ids.size;
  const ownTexts = new Set(items.flatMap((item) => idOf(item) ?? []));
  for (const id of ownTexts) ids.add(id);
  return ids.size < countBefore + ownTexts.size;
}

const isLast = ({ next, isCounted }: ReadPage, isEnough: boolean, walk: Walk): boolean =>
  next === undefined || (isEnough && (isCounted || !walk.isCounted));

/** Returns what was read, with the name of the page after it. */
function walkedRange<Made>(
  madePages: readonly Made[],
  { total, isCounted, headers, next }: ReadPage,
  { start, end, size, seenCount }: Readonly<Record<'start' | 'end' | 'size' | 'seenCount', number>>,
): WalkedRange<Made> {
  const count = Math.max(0, Math.min(end, seenCount) - start);
  // A list that goes on is longer than what was asked for, if only by one item.
  const least = next === undefined ? seenCount : Math.max(seenCount, end + 1);
  const range = { made: madePages, count, total: isCounted ? total : least, size, headers };
  return next === undefined ? range : { ...range, next };
}

/** Reads a range of a list one page after the other, each named by the one before it. */
export async function readByCursor<Made>(
  wanted: RangeRequest<Made>,
  walk: Walk,
): Promise<Result<WalkedRange<Made>, Refusal>> {
  const { start, size, make, idOf } = wanted;
  const end = walk.isOnePage ? Infinity : wanted.end;
  const translatedPages: Made[] = [];
  const ids = new Set<string>();
  const last = walk.isCounted ? Infinity : end;
  let { cursor } = walk;
  let seenCount = 0;
  for (let number = 1; number <= MAX_CURSOR_PAGES; number += 1) {
    const askedEntry = { size: Math.min(size, last - seenCount), number };
    const page = await step(wanted, cursor, askedEntry);
    if (!page.ok) return page;
    const { items } = page.value;
    if (page.value.next === (cursor ?? '')) return failure(changing);
    if (repeats(ids, items, idOf)) return failure(repeatedItem(wanted.idLine));
    const firstNumber = Math.max(0, start - seenCount);
    translatedPages.push(
      make(items.slice(firstNumber, Math.max(0, end - seenCount)), seenCount + firstNumber),
    );
    seenCount += items.length;
    if (isLast(page.value, walk.isOnePage || seenCount >= end, walk))
      return success(walkedRange(translatedPages, page.value, { start, end, size, seenCount }));
    cursor = page.value.next;
  }
  return failure(tooDeepList);
}
