import { failure, type Result, success } from '../../contract/result';
import { compareNewerFirst } from '../lookup/lookupQuestion';
import { readPage, silentPages } from '../lookup/v2ListPages';
import { changing, type Refusal } from '../refusal';
import type { Range, RangeRequest } from './rangeRequest';
import { runInParallel } from './inParallel';
import { largerPage, refuseRepeatedItem, tooLongList } from './listRefusals';

interface Page<Made> extends Pick<Range<Made>, 'count' | 'size' | 'headers'> {
  /** Counted from 1. */
  readonly number: number;
  readonly made: Made;
  /** Items in the whole list. The number is undefined where v2 does not say. */
  readonly total: number | undefined;
  /** Ids of all items on the page, wanted or not. */
  readonly ids: readonly (string | undefined)[];
}

type Outcome<Made> = Result<Page<Made>, Refusal>;

const WIDTH = 4;
/** Highest page number that is asked for: no list has as many pages, and some v2 refuse a greater number. */
const MAX_PAGE_NUMBER = 1_000_000_000;
/** Attempts to read a list that changes while it is read. */
const ATTEMPTS = 3;

/** Returns how the pages of a list are asked for by number. */
const sourceOf = ({ list, size }: RangeRequest<unknown>) => ({
  path: list.path,
  template: list.template,
  size,
  refusal: list.refusal,
  ...silentPages(list, size),
  query: (page: number) => list.query(page, size),
});

/** Reports whether an id stands on two pages. An id twice on one page belongs to two items. */
function hasMovedItem(pages: readonly Page<unknown>[]): boolean {
  // An item without an id is no moved row: its translation names the fault.
  const ids = pages.flatMap((page) => [...new Set(page.ids)].filter((id) => id !== undefined));
  return new Set(ids).size < ids.length;
}

/**
 * Reports whether the pages show one state of the list. A row that came or went between two pages changes the total,
 * and a row that moved to a later page stands there twice. Not seen: rows that come and go in equal number meanwhile.
 */
const isOneState = (pages: readonly Page<unknown>[]): boolean =>
  new Set(pages.map(({ total }) => total)).size === 1 && !hasMovedItem(pages);

/** A list in the order of ids that changed while it was read. */
interface ChangedList {
  /** Smallest number of items that the list had. */
  readonly length: number;
  /** The last page with an item on it: every item that `length` counts stands there or before. */
  readonly last: Page<unknown>;
}

/** Reports whether each id is higher than the one before. A new item then stands at the end and displaces none. */
function isOrderedById(pages: readonly Page<unknown>[]): boolean {
  const ids = pages.flatMap((page) => page.ids);
  return ids.every((id, index) => id !== undefined && compareNewerFirst(id, ids[index - 1] ?? '') < 0);
}

/** Returns the state for a later attempt to compare. Returns undefined without the order of ids or without a length. */
function changedList(pages: readonly Page<unknown>[], most: number): ChangedList | undefined {
  const last = pages.findLast(({ ids }) => ids.length > 0);
  const length = Math.min(most, ...pages.map(({ total }) => total ?? Number.NaN));
  return last !== undefined && length >= 0 && isOrderedById(pages) ? { length, last } : undefined;
}

/**
 * Reports whether the pages show one state of the list. If a list in the order of ids changed before they were read,
 * its last page is read again. If the items on it have not moved, no item before them was deleted meanwhile, so none
 * moved to an earlier page, whatever was added at the end.
 */
async function confirmOneState(
  range: RangeRequest<unknown>,
  pages: readonly Page<unknown>[],
  changed: ChangedList | undefined,
): Promise<Result<boolean, Refusal>> {
  if (changed === undefined) return success(isOneState(pages));
  if (!isOrderedById(pages)) return success(false);
  const page = await readPage(range.upstream, range.context, sourceOf(range), changed.last.number);
  if (!page.ok) return page;
  const now = page.value.items.map(range.idOf);
  return success(changed.last.ids.every((id, index) => now[index] === id));
}

const pageNumbers = (firstNumber: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - firstNumber + 1) }, (_, index) => firstNumber + index);

/** Reads pages by their numbers, several at a time, and returns the outcomes. After a failure no page is begun. */
function createReader<Made>(wanted: RangeRequest<Made>) {
  const { upstream, context, start, end, size, make, idOf } = wanted;
  const source = sourceOf(wanted);
  const outcomes = new Map<number, Outcome<Made>>();
  const readNumber = async (number: number): Promise<Outcome<Made>> => {
    const page = await readPage(upstream, context, source, number);
    if (!page.ok) return page;
    if (page.value.size > size) return failure(largerPage);
    const { items, isCounted, headers } = page.value;
    const itemsBefore = (number - 1) * size;
    const startOnPage = Math.max(0, start - itemsBefore);
    const inRange = items.slice(startOnPage, Math.max(0, end - itemsBefore));
    const translated = make(inRange, itemsBefore + startOnPage);
    const total = isCounted ? page.value.total : undefined;
    const ids = items.map(idOf);
    const count = inRange.length;
    return success({ number, made: translated, count, ids, total, size: page.value.size, headers });
  };
  const readNumbers = async (numbers: readonly number[]): Promise<void> => {
    let hasFailed = numbers.some((number) => outcomes.get(number)?.ok === false);
    const unread = numbers.filter((number) => !outcomes.has(number));
    await runInParallel(unread, WIDTH, async (number) => {
      if (hasFailed) return;
      const outcome = await readNumber(number);
      outcomes.set(number, outcome);
      hasFailed ||= !outcome.ok;
    });
  };
  return { readNumbers, outcomes };
}

/** Counts the items of a list that does not say how many it has: it ends with the first page that is not full. */
async function countItems<Made>(
  { readNumbers, outcomes }: ReturnType<typeof createReader<Made>>,
  size: number,
): Promise<Result<number, Refusal>> {
  for (let firstNumber = 1; ; firstNumber += WIDTH) {
    const numbers = pageNumbers(firstNumber, firstNumber + WIDTH - 1);
    await readNumbers(numbers);
    for (const number of numbers) {
      const page = outcomes.get(number) ?? failure(changing);
      if (!page.ok) return page;
      const { length } = page.value.ids;
      if (length < size) return success((number - 1) * size + length);
    }
  }
}

/** Finds how many items a list has. Refuses one that is longer than it may be. */
async function findTotal<Made>(
  { size, longest }: RangeRequest<Made>,
  reader: ReturnType<typeof createReader<Made>>,
  counted: number | undefined,
): Promise<Result<number, Refusal>> {
  const total = counted === undefined ? await countItems(reader, size) : success(counted);
  return total.ok && total.value > longest ? failure(tooLongList) : total;
}

type PagesRead<Made> = Pick<Range<Made>, 'total'> & { readonly pages: readonly Page<Made>[] };

/**
 * Returns the empty page past the end of a list that is there, where v2 answers 404 for it as for a list that is not.
 * Returns undefined for any other page that failed.
 */
async function emptyPagePastEnd<Made>(
  { start, make }: RangeRequest<Made>,
  { readNumbers, outcomes }: ReturnType<typeof createReader<Made>>,
  number: number,
): Promise<Result<PagesRead<Made>, Refusal> | undefined> {
  const failed = outcomes.get(number);
  if (failed?.ok !== false || failed.failure.code !== 'notFound' || number === 1) return undefined;
  await readNumbers([1]);
  const firstPage = outcomes.get(1);
  if (firstPage?.ok !== true) return firstPage;
  const { total } = firstPage.value;
  if (total === undefined || total > start) return undefined;
  const empty = { ...firstPage.value, number, ids: [], count: 0, made: make([], start) };
  return success({ pages: [empty], total });
}

/** Reads the pages that hold a range: first as many as are expected, then the rest by the real total. */
async function readPages<Made>(range: RangeRequest<Made>): Promise<Result<PagesRead<Made>, Refusal>> {
  const { start, end, size, expected } = range;
  const reader = createReader(range);
  const { readNumbers, outcomes } = reader;
  const number = Math.min(Math.floor(start / size) + 1, MAX_PAGE_NUMBER);
  const numbersUpTo = (total: number) =>
    pageNumbers(number, Math.max(number, Math.ceil(Math.min(end, total) / size)));

  await readNumbers(numbersUpTo(expected));
  // A failed page beyond the end of the list does not matter.
  const firstPage = outcomes.get(number) ?? failure(changing);
  if (!firstPage.ok) return (await emptyPagePastEnd(range, reader, number)) ?? firstPage;
  if (firstPage.value.size < size) return success({ pages: [firstPage.value], total: 0 });
  const counted = firstPage.value.total;
  const total = await findTotal(range, reader, counted);
  if (!total.ok) return total;
  const numbers = numbersUpTo(total.value);
  await readNumbers(numbers);
  const pages: Page<Made>[] = [];
  for (const outcome of numbers.map((pageNumber) => outcomes.get(pageNumber))) {
    if (outcome?.ok === false) return outcome;
    if (outcome !== undefined) pages.push(outcome.value);
  }
  return success({ pages, total: total.value });
}

/** Says why pages are not of one state of the list. */
const changeRefusal = (
  pages: readonly Page<unknown>[],
  { idLine }: Pick<RangeRequest<unknown>, 'idLine'>,
): Refusal => (hasMovedItem(pages) ? refuseRepeatedItem(idLine) : changing);

/**
 * Reads a range of a list page by page, several at a time. The result is complete and of one state of the list. A
 * failure tells the reason: a page that failed, or a list that changed in every attempt. A list in the order of ids may
 * grow: it is read again up to its earlier length, between two reads of its last page. If v2 gives smaller pages than
 * were asked for, the range is read by those.
 */
export async function readRange<Made>(range: RangeRequest<Made>): Promise<Result<Range<Made>, Refusal>> {
  let changed: ChangedList | undefined;
  let refusal = changing;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const most = changed?.length ?? Infinity;
    const read = await readPages({ ...range, end: Math.min(range.end, most) });
    if (!read.ok) return read;
    const { pages, total } = read.value;
    const size = Math.min(...pages.map((page) => page.size));
    if (size < range.size) return readRange({ ...range, size });
    const isWhole = await confirmOneState(range, pages, changed);
    if (!isWhole.ok) return isWhole;
    if (isWhole.value) {
      const translatedPages = pages.map((page) => page.made);
      const count = pages.reduce((sum, page) => sum + page.count, 0);
      const headers = pages.at(-1)?.headers ?? {};
      return success({ made: translatedPages, count, total: Math.min(most, total), size, headers });
    }
    changed = changedList(pages, most);
    refusal = changeRefusal(pages, range);
  }
  return failure(refusal);
}
