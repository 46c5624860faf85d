import { failure, type Result, success } from '../../translation/result';
import type { Refusal } from '../refusal';
import { advance } from './advance';
import { type IndexEntry, type IndexStore, marksOf, noMarks, type Pass } from './indexStore';
import type { ListPage } from './listPage';

/** Everything one scan works with. */
export interface ScanTask {
  readonly partition: string;
  readonly store: IndexStore;
  readonly now: () => number;
  readonly readPage: (page: number) => Promise<Result<ListPage, Refusal>>;
  /** The entries of a page, in its order; undefined for an item that cannot be read. */
  readonly readItems: (page: ListPage) => readonly (IndexEntry | undefined)[];
  /** Told of the entries of each page as soon as they are kept. */
  readonly found: (entries: readonly IndexEntry[]) => void;
  /** An index that was completed less than so long (ms) ago is not read. */
  readonly freshMs: number;
  /** Most pages that one scan reads; the next one goes on from there. */
  readonly pageBudget: number;
}

/** A pass that began longer ago (ms) is begun again: too much would have to be read for what is new. */
const RESUMABLE = 60 * 60_000;
/** Offers; a longer list does not fit into memory. */
const LONGEST_LIST = 200_000;

/** How far a scan has come. */
interface Reading {
  readonly pass: Pass;
  /** The first page with an item that cannot be read: a later scan begins there, until then nothing is complete. */
  readonly doubtful: number;
}

/** Where to go on; undefined when the index is complete and fresh. */
async function open({ partition, store, now, freshMs }: ScanTask): Promise<Reading | undefined> {
  const state = await store.state(partition);
  const age = (instant: number) => Math.abs(now() - instant);
  const reading = (pass: Pass): Reading => ({ pass, doubtful: Infinity });
  if (state !== undefined && state.nextPage !== null && age(state.beganAt) < RESUMABLE) return reading(state);
  if (typeof state?.completeAt === 'number' && age(state.completeAt) < freshMs) return undefined;
  const number = (state?.number ?? 0) + 1;
  const pass = { number, nextPage: 1, total: null, beganAt: now(), marks: noMarks };
  await store.begin(partition, pass.number, pass.beganAt);
  return reading(pass);
}

const unfit = (detail: string): Result<never, Refusal> => failure({ code: 'upstreamUnfit', detail });

/** Keeps one page and says where to go on; undefined when that was the last. */
async function keep(
  task: ScanTask,
  before: Reading,
  page: ListPage,
): Promise<Result<Reading | undefined, Refusal>> {
  const { partition, store } = task;
  const items = task.readItems(page);
  const entries = items.filter((entry) => entry !== undefined);
  const doubtful = Math.min(before.doubtful, entries.length < items.length ? page.number : Infinity);
  const { nextPage, done } = advance(before.pass.total, page);
  const marks = before.pass.total === null ? marksOf(entries) : before.pass.marks;
  const pass = { ...before.pass, nextPage, total: page.total, marks };
  const kept = await store.remember(partition, { ...pass, nextPage: Math.min(nextPage, doubtful) }, entries);
  task.found(entries);
  // Another instance has begun a pass, or memory was short: go on with what there is now.
  if (!kept) return success(await open(task));
  if (!done) return success({ pass, doubtful });
  if (doubtful < Infinity) return unfit(`list page ${doubtful} holds an item that cannot be read`);
  await store.finish(partition, pass.number, task.now());
  return success(undefined);
}

/**
 * Reads a list through, newest first, from where the last scan of the partition stopped, and keeps what it finds. One
 * page after the other: of two that are read at once a creation and a deletion between them may hide an offer.
 * Succeeds when the index is complete; fails with the reason why it stopped before.
 */
export async function scanPartition(task: ScanTask): Promise<Result<'complete', Refusal>> {
  let reading = await open(task);
  for (let pages = 0; reading !== undefined; pages += 1) {
    if (pages === task.pageBudget) return failure({ code: 'indexing', detail: 'page budget used up' });
    const page = await task.readPage(reading.pass.nextPage ?? 1);
    if (!page.ok) return page;
    const { number, size } = page.value;
    if (number * size > LONGEST_LIST) return unfit(`more than ${LONGEST_LIST} offers`);
    const next = await keep(task, reading, page.value);
    if (!next.ok) return next;
    reading = next.value;
  }
  return success('complete');
}
