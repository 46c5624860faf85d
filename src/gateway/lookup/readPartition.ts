import { HOUR_MS } from '../../contract/clock';
import { failure, type Result, success } from '../../contract/result';
import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '../refusal';
import { nextPageOf, type ListPage } from './v2ListPages';
import {
  type HighWaterMarks,
  type IndexedOffer,
  type IndexStore,
  marksOf,
  noMarks,
  type Pass,
} from './indexStore';
import type { LookupIndex } from '../../mapping/compile/compiledOperation';

interface ReadTask {
  readonly partition: string;
  readonly store: IndexStore;
  /** The entries of a page, in its order. One is undefined for an item that cannot be read. */
  readonly readItems: (page: ListPage) => readonly (IndexedOffer | undefined)[];
  /** Called with the entries of each page as soon as they are stored. */
  readonly wakeWinners: (entries: readonly IndexedOffer[]) => void;
}

interface ScanTask extends ReadTask {
  readonly now: () => number;
  readonly readPage: (page: number) => Promise<Result<ListPage, Refusal>>;
  /** Age (ms) below which a completed index is not read. */
  readonly freshMs: number;
  /** Most pages that one scan reads; the next scan continues after them. */
  readonly pageBudget: number;
}

/** Age (ms) at which an unfinished pass begins from page 1: too many new items would have to be read. */
const RESUMABLE_MS = HOUR_MS;
/** Most offers in a list: a longer list does not fit into memory. */
const MAX_LISTED_OFFERS = 200_000;

interface Reading {
  readonly pass: Pass;
  /** The first page with an unreadable item: a later scan begins there, and until then the index is incomplete. */
  readonly doubtful: number;
}

/** Returns the page to continue with. Returns undefined when the index is complete and fresh. */
async function openReading({ partition, store, now, freshMs }: ScanTask): Promise<Reading | undefined> {
  const state = await store.state(partition);
  const age = (instant: number) => Math.abs(now() - instant);
  const readingOf = (pass: Pass): Reading => ({ pass, doubtful: Infinity });
  if (state !== undefined && state.nextPage !== null && age(state.beganAt) < RESUMABLE_MS)
    return readingOf(state);
  if (typeof state?.completeAt === 'number' && age(state.completeAt) < freshMs) return undefined;
  const number = (state?.number ?? 0) + 1;
  const pass = { number, nextPage: 1, total: null, beganAt: now(), marks: noMarks };
  await store.begin(partition, pass.number, pass.beganAt);
  return readingOf(pass);
}

const refuseUnfitList = (detail: string): Result<never, Refusal> =>
  failure({ code: 'upstreamUnfit', detail });

/** Keeps one page and returns where to continue. Returns undefined after the last page. */
async function keepPage(
  task: ScanTask,
  lastReading: Reading,
  page: ListPage,
): Promise<Result<Reading | undefined, Refusal>> {
  const { partition, store } = task;
  const items = task.readItems(page);
  const entries = items.filter((entry) => entry !== undefined);
  const doubtful = Math.min(lastReading.doubtful, entries.length < items.length ? page.number : Infinity);
  const { nextPage, done } = nextPageOf(lastReading.pass.total, page);
  const marks = lastReading.pass.total === null ? marksOf(entries) : lastReading.pass.marks;
  const pass = { ...lastReading.pass, nextPage, total: page.total, marks };
  const storedPass = { ...pass, nextPage: Math.min(nextPage, doubtful) };
  const isKept = await store.remember(partition, storedPass, entries);
  task.wakeWinners(entries);
  // Another instance has begun a pass, or memory was short: continue with the present state.
  if (!isKept) return success(await openReading(task));
  if (!done) return success({ pass, doubtful });
  if (doubtful < Infinity) return refuseUnfitList(`list page ${doubtful} holds an item that cannot be read`);
  await store.finish(partition, pass.number, task.now());
  return success(undefined);
}

/**
 * Reads a list, newest first, from where the last scan of the partition stopped, and stores its entries. Reads one page
 * at a time: between two pages that are read at once, a creation and a deletion may hide an offer. Succeeds when the
 * index is complete. Fails with the reason why it stopped.
 */
export async function scanPartition(task: ScanTask): Promise<Result<'complete', Refusal>> {
  let reading = await openReading(task);
  for (let pages = 0; reading !== undefined; pages += 1) {
    if (pages === task.pageBudget) return failure({ code: 'indexing', detail: 'page budget used up' });
    const page = await task.readPage(reading.pass.nextPage ?? 1);
    if (!page.ok) return page;
    const { number, size } = page.value;
    if (number * size > MAX_LISTED_OFFERS) return refuseUnfitList(`more than ${MAX_LISTED_OFFERS} offers`);
    const next = await keepPage(task, reading, page.value);
    if (!next.ok) return next;
    reading = next.value;
  }
  return success('complete');
}

interface LookTask extends ReadTask {
  readonly index: Pick<LookupIndex, 'query' | 'changes'>;
  readonly readPage: (query: string, page: number) => Promise<Result<ListPage, Refusal>>;
  /** False when no lookup waits for more. */
  readonly isWanted: () => boolean;
}

/** Time (ms) before the latest known change from which changes are read again: v2 shows some changes late. */
const LATE_CHANGE_MS = 2_000;
/** Most pages of one look; if more items are new, the whole list is scanned instead. */
const MAX_LOOK_PAGES = 200;
/** Attempts to read a list that changes while it is read. */
const MAX_TRIES = 20;

interface Order {
  readonly query: (page: number) => string;
  /** True when all items after this entry are known. */
  readonly isKnownFrom: (last: IndexedOffer, knownMarks: HighWaterMarks) => boolean;
  /** Returns the marks that are known after reading from these first marks down. */
  readonly marksAfter: (firstMarks: HighWaterMarks) => HighWaterMarks;
  /** True when an unread offer can move before the read ones. */
  readonly canOffersMove: boolean;
}

/** Orders a list by creation, newest first: a look stops at the first offer that was known before. */
const orderByCreation = ({ query }: LookTask['index']): Order => ({
  query,
  isKnownFrom: ({ id }, knownMarks) => knownMarks.id !== null && Number(id) <= knownMarks.id,
  marksAfter: ({ id }) => ({ ...noMarks, id }),
  canOffersMove: false,
});

/** Orders a list by latest change: a look stops at the first offer that has not changed since the last one. */
const orderByChange = (query: Order['query']): Order => ({
  query,
  // Without an instant the known part cannot be recognised: one page is read.
  isKnownFrom: ({ changed }, knownMarks) =>
    changed === null || (knownMarks.changed !== null && changed < knownMarks.changed - LATE_CHANGE_MS),
  marksAfter: ({ changed }) => ({ ...noMarks, changed }),
  canOffersMove: true,
});

/** A page after it was stored. */
interface Page {
  readonly page: ListPage;
  readonly entries: readonly IndexedOffer[];
}

/** Reads one page and stores its entries. */
async function readAndKeepPage(
  task: LookTask,
  { query }: Order,
  number: number,
): Promise<Result<Page, Refusal>> {
  const page = await task.readPage(query(number), number);
  if (!page.ok) return page;
  const items = task.readItems(page.value);
  const entries = items.filter((entry) => entry !== undefined);
  if (entries.length < items.length) {
    return failure({ code: 'upstreamUnfit', detail: 'the list holds an item that cannot be read' });
  }
  await task.store.note(task.partition, entries);
  task.wakeWinners(entries);
  return success({ page: page.value, entries });
}

/** Reads on from a first page down to the known part. Returns the number of pages. */
async function readDownToKnown(
  task: LookTask,
  order: Order,
  firstPage: Page,
  knownMarks: HighWaterMarks,
): Promise<Result<number, Refusal>> {
  let total: number | null = null;
  let { page, entries } = firstPage;
  for (let pages = 1; pages < MAX_LOOK_PAGES; pages += 1) {
    const { nextPage, done } = nextPageOf(total, page);
    const last = entries.at(-1);
    const isKnown = nextPage > page.number && last !== undefined && order.isKnownFrom(last, knownMarks);
    if (done || isKnown) return success(pages);
    ({ total } = page);
    const next = await readAndKeepPage(task, order, nextPage);
    if (!next.ok) return next;
    ({ page, entries } = next.value);
  }
  return success(MAX_LOOK_PAGES);
}

type Outcome = Result<'exact' | 'deep', Refusal>;

/** Looks at the head of a list in one order, again while its first page changes meanwhile. */
async function lookInOrder(task: LookTask, order: Order): Promise<Outcome> {
  const { partition, store } = task;
  let firstPage = await readAndKeepPage(task, order, 1);
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (!firstPage.ok) return firstPage;
    const state = await store.state(partition);
    if (state === undefined) return success('deep');
    const pages = await readDownToKnown(task, order, firstPage.value, state.knownMarks);
    if (!pages.ok) return pages;
    if (pages.value === MAX_LOOK_PAGES) return success('deep');
    await store.advance(partition, order.marksAfter(marksOf(firstPage.value.entries)));
    if (pages.value === 1 || !order.canOffersMove) return success('exact');
    const rereadPage = await readAndKeepPage(task, order, 1);
    if (rereadPage.ok && isDeepStrictEqual(rereadPage.value.entries, firstPage.value.entries))
      return success('exact');
    firstPage = rereadPage;
  }
  return success('deep');
}

/**
 * Brings a complete index up to date from the head of its list: first new items, then changed ones, down to the known
 * part. An offer that changes while several pages are read moves from an unread page to the first, so the first page
 * has to be the same afterwards. `deep`: too many items are new.
 */
export async function lookAtHead(task: LookTask): Promise<Outcome> {
  const { query, changes } = task.index;
  const newest = await lookInOrder(task, orderByCreation({ query }));
  if (changes === undefined || !task.isWanted() || !newest.ok || newest.value === 'deep') return newest;
  return lookInOrder(task, orderByChange(changes));
}
