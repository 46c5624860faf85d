import { isJsonObject, type Json } from '../../contract/json';
import type { PagedList } from '../../mapping/operation';
import { failure, type Result, success } from '../../translation/result';
import type { Errand } from '../callUpstream';
import { inParallel } from '../inParallel';
import { type ReadPage, readPage } from '../lookup/readPage';
import type { Refusal } from '../refusal';
import type { Upstream } from '../upstream';

/** Items of a list from one place to another, as they stood at one time. */
export interface Range {
  readonly items: readonly Json[];
  /** Items in the whole list. */
  readonly total: number;
  /** Rate-limit headers for the client. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Which items: places counted from 0, `end` not among them; and how many to read at a time. */
export interface Wanted {
  readonly list: PagedList;
  readonly start: number;
  readonly end: number;
  readonly size: number;
}

type Pages = Result<readonly ReadPage[], Refusal>;

/** Pages that are read at the same time. */
const WIDTH = 4;
/** No list has as many pages, and not every v2 takes a greater number for one. */
const FARTHEST = 1_000_000_000;
/** How often a list that changes while it is read is read anew. */
const ATTEMPTS = 3;

const changing: Refusal = { code: 'listChanging', headers: { 'retry-after': '1' } };

const otherSize: Refusal = { code: 'upstreamUnfit', detail: 'meta.per_page is not what was asked for' };

const idOf = (item: Json): Json | undefined => (isJsonObject(item) ? item['id'] : undefined);

/**
 * True when the pages show one state of the list: a row that came or went between two of them changes the total, and
 * one that was moved to a later page stands there twice. Not seen: as many gone as come while the pages are read.
 */
function agree(pages: readonly ReadPage[]): boolean {
  const ids = pages.flatMap(({ items }) => items.map(idOf));
  return new Set(pages.map(({ total }) => total)).size === 1 && new Set(ids).size === ids.length;
}

async function readPages(upstream: Upstream, errand: Errand, wanted: Wanted): Promise<Pages> {
  const { list, start, end, size } = wanted;
  const source = { path: list.path, query: (page: number) => list.query(page, size) };
  let failed: Result<never, Refusal> | undefined;
  const read = async (number: number): Promise<Result<ReadPage, Refusal>> => {
    if (failed !== undefined) return failed;
    const page = await readPage(upstream, errand, source, number);
    if (page.ok && page.value.size === size) return page;
    failed ??= page.ok ? failure(otherSize) : page;
    return failed;
  };
  const number = Math.min(Math.floor(start / size) + 1, FARTHEST);
  const first = await read(number);
  if (!first.ok) return first;
  const last = Math.ceil(Math.min(end, first.value.total) / size);
  const others = Array.from({ length: Math.max(0, last - number) }, (_, index) => number + 1 + index);
  const pages = [first.value];
  for (const page of await inParallel(others, WIDTH, read)) {
    if (!page.ok) return page;
    pages.push(page.value);
  }
  return success(pages);
}

/**
 * Reads a range of a list page by page, several at a time. It is whole and of one state of the list, or the reason
 * why there is none: the first page that failed, or a list that changed in every attempt.
 */
export async function readRange(
  upstream: Upstream,
  errand: Errand,
  wanted: Wanted,
): Promise<Result<Range, Refusal>> {
  const { start, end, size } = wanted;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const pages = await readPages(upstream, errand, wanted);
    if (!pages.ok) return pages;
    if (!agree(pages.value)) continue;
    const skipped = start % size;
    const items = pages.value.flatMap((page) => page.items).slice(skipped, skipped + end - start);
    const [first] = pages.value;
    return success({ items, total: first?.total ?? 0, headers: pages.value.at(-1)?.headers ?? {} });
  }
  return failure(changing);
}
