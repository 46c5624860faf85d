import { failure, type Result, success } from '../../contract/result';
import type { Json } from '../../contract/json';
import type { PagedList } from '../../mapping/compile/compiledOperation';
import type { CallContext } from '../context';
import type { Upstream } from '../upstream';
import { readPage } from '../lookup/v2ListPages';
import type { Refusal } from '../refusal';

/** Runs a task on every item, at most `width` at a time, and gives the outcomes in the order of the items. */
export async function inParallel<Item, Outcome>(
  items: readonly Item[],
  width: number,
  task: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = items.entries();
  const work = async (): Promise<void> => {
    for (const [place, item] of waiting) outcomes[place] = await task(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work));
  return outcomes;
}

/** The translated items of a list from one place to another, as they stood at one time. */
export interface Range<Made> {
  /** Of each page, in their order. */
  readonly made: readonly Made[];
  /** Items in the range. */
  readonly count: number;
  /** Items in the whole list. */
  readonly total: number;
  /** Rate-limit headers for the client. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Which items: places counted from 0, `end` not among them; how many to read at a time, and what to make of each. */
interface RangeRequest<Made> {
  readonly list: PagedList;
  readonly start: number;
  readonly end: number;
  readonly size: number;
  /**
   * Called with the wanted items of a page as it comes, so that it is done while the others are on their way; `first`
   * is the place of the first of them in the whole list, from 0.
   */
  readonly make: (items: readonly Json[], first: number) => Made;
  /** Tells an item from the others, so that one which stands on two pages is noticed. */
  readonly idOf: (item: Json) => string | undefined;
  /** Items that the whole list is thought to have: so many are read without waiting for the first page. */
  readonly expected: number;
}

interface Page<Made> extends Pick<Range<Made>, 'count' | 'total' | 'headers'> {
  readonly made: Made;
  /** Of all its items, wanted or not. */
  readonly ids: readonly (string | undefined)[];
}

type Outcome<Made> = Result<Page<Made>, Refusal>;

/** Pages that are read at the same time. */
const WIDTH = 4;
/** No list has as many pages, and not every v2 takes a greater number for one. */
const FARTHEST = 1_000_000_000;
/** Attempts to read a list that changes while it is read. */
const ATTEMPTS = 3;

const changing: Refusal = { code: 'listChanging', headers: { 'retry-after': '1' } };

const otherSize: Refusal = { code: 'upstreamUnfit', detail: 'meta.per_page is not what was asked for' };

/**
 * True when the pages show one state of the list: a row that came or went between two of them changes the total, and
 * one that was moved to a later page stands there twice. Not seen: as many gone as come while the pages are read.
 */
function agree(pages: readonly Page<unknown>[]): boolean {
  // One without an id is no row that moved: its translation says what is wrong with it.
  const ids = pages.flatMap((page) => page.ids).filter((id) => id !== undefined);
  return new Set(pages.map(({ total }) => total)).size === 1 && new Set(ids).size === ids.length;
}

const between = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);

/** Reads pages by their numbers, several at a time, and keeps what came of them; after a failure none is begun. */
function createReader<Made>(
  upstream: Upstream,
  context: CallContext,
  { list, start, end, size, make, idOf }: RangeRequest<Made>,
) {
  const source = { path: list.path, query: (page: number) => list.query(page, size) };
  const outcomes = new Map<number, Outcome<Made>>();
  const read = async (number: number): Promise<Outcome<Made>> => {
    const page = await readPage(upstream, context, source, number);
    if (!page.ok) return page;
    if (page.value.size !== size) return failure(otherSize);
    const { items, total, headers } = page.value;
    const before = (number - 1) * size;
    const first = Math.max(0, start - before);
    const wanted = items.slice(first, Math.max(0, end - before));
    const made = make(wanted, before + first);
    return success({ made, count: wanted.length, ids: items.map(idOf), total, headers });
  };
  const readAll = async (numbers: readonly number[]): Promise<void> => {
    let failed = numbers.some((number) => outcomes.get(number)?.ok === false);
    const unread = numbers.filter((number) => !outcomes.has(number));
    await inParallel(unread, WIDTH, async (number) => {
      if (failed) return;
      const outcome = await read(number);
      outcomes.set(number, outcome);
      failed ||= !outcome.ok;
    });
  };
  return { readAll, outcomes };
}

async function readPages<Made>(
  upstream: Upstream,
  context: CallContext,
  wanted: RangeRequest<Made>,
): Promise<Result<readonly Page<Made>[], Refusal>> {
  const { start, end, size, expected } = wanted;
  const { readAll, outcomes } = createReader(upstream, context, wanted);
  const number = Math.min(Math.floor(start / size) + 1, FARTHEST);
  const upTo = (total: number) => between(number, Math.max(number, Math.ceil(Math.min(end, total) / size)));

  await readAll(upTo(expected));
  const first = outcomes.get(number);
  // What was expected beyond the end of the list does not matter, also when it failed.
  const numbers = upTo(first?.ok === true ? first.value.total : 0);
  await readAll(numbers);
  const pages: Page<Made>[] = [];
  for (const outcome of numbers.map((one) => outcomes.get(one))) {
    if (outcome?.ok === false) return outcome;
    if (outcome !== undefined) pages.push(outcome.value);
  }
  return success(pages);
}

/**
 * Reads a range of a list page by page, several at a time. It is whole and of one state of the list, or the reason
 * why there is none: a page that failed, or a list that changed in every attempt.
 */
export async function readRange<Made>(
  upstream: Upstream,
  context: CallContext,
  wanted: RangeRequest<Made>,
): Promise<Result<Range<Made>, Refusal>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const pages = await readPages(upstream, context, wanted);
    if (!pages.ok) return pages;
    if (!agree(pages.value)) continue;
    const made = pages.value.map((page) => page.made);
    const count = pages.value.reduce((sum, page) => sum + page.count, 0);
    const [first] = pages.value;
    return success({ made, count, total: first?.total ?? 0, headers: pages.value.at(-1)?.headers ?? {} });
  }
  return failure(changing);
}
