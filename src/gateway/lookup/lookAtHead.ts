import { isDeepStrictEqual } from 'node:util';
import type { LookupIndex } from '../../mapping/operation';
import { failure, type Result, success } from '../../translation/result';
import type { Refusal } from '../refusal';
import { advance } from './advance';
import { type IndexEntry, type IndexStore, type Marks, marksOf, noMarks } from './indexStore';
import type { ListPage } from './listPage';

/** Everything one look works with. */
export interface LookTask {
  readonly partition: string;
  readonly store: IndexStore;
  readonly index: Pick<LookupIndex, 'query' | 'changes'>;
  readonly readPage: (query: string, page: number) => Promise<Result<ListPage, Refusal>>;
  /** The entries of a page, in its order; undefined for an item that cannot be read. */
  readonly readItems: (page: ListPage) => readonly (IndexEntry | undefined)[];
  /** Told of the entries of each page as soon as they are kept. */
  readonly found: (entries: readonly IndexEntry[]) => void;
  /** False when nobody waits for more. */
  readonly isWanted: () => boolean;
}

/** Changes (ms) before the latest known one are read again: v2 counts in seconds, and shows some a little late. */
const MARGIN = 2_000;
/** Pages; where more is new, the whole list is read in parts instead. */
const DEEPEST = 200;
/** How often a list that changes while it is read is read anew. */
const TRIES = 20;

/** One order of the list. */
interface Order {
  readonly query: (page: number) => string;
  /** True when what follows this entry is known. */
  readonly reaches: (last: IndexEntry, known: Marks) => boolean;
  /** What is known once it has been read so far. */
  readonly seen: (first: Marks) => Marks;
  /** True when an unread offer can come to stand before the read ones. */
  readonly moves: boolean;
}

const newestFirst = ({ query }: LookTask['index']): Order => ({
  query,
  reaches: ({ id }, known) => known.id !== null && Number(id) <= known.id,
  seen: ({ id }) => ({ ...noMarks, id }),
  moves: false,
});

const changedFirst = (query: Order['query']): Order => ({
  query,
  // Without an instant nothing tells how far to go: then it is one page.
  reaches: ({ changed }, known) =>
    changed === null || (known.changed !== null && changed < known.changed - MARGIN),
  seen: ({ changed }) => ({ ...noMarks, changed }),
  moves: true,
});

/** A page as kept. */
interface Page {
  readonly page: ListPage;
  readonly entries: readonly IndexEntry[];
}

/** Reads one page and keeps what is in it. */
async function read(task: LookTask, { query }: Order, number: number): Promise<Result<Page, Refusal>> {
  const page = await task.readPage(query(number), number);
  if (!page.ok) return page;
  const items = task.readItems(page.value);
  const entries = items.filter((entry) => entry !== undefined);
  if (entries.length < items.length) {
    return failure({ code: 'upstreamUnfit', detail: 'the list holds an item that cannot be read' });
  }
  await task.store.note(task.partition, entries);
  task.found(entries);
  return success({ page: page.value, entries });
}

/** Reads on from a first page down to what is known; the number of pages in all. */
async function readDown(
  task: LookTask,
  order: Order,
  first: Page,
  known: Marks,
): Promise<Result<number, Refusal>> {
  let total: number | null = null;
  let { page, entries } = first;
  for (let pages = 1; pages < DEEPEST; pages += 1) {
    const { nextPage, done } = advance(total, page);
    const last = entries.at(-1);
    const isKnown = nextPage > page.number && last !== undefined && order.reaches(last, known);
    if (done || isKnown) return success(pages);
    ({ total } = page);
    const next = await read(task, order, nextPage);
    if (!next.ok) return next;
    ({ page, entries } = next.value);
  }
  return success(DEEPEST);
}

type Outcome = Result<'exact' | 'deep', Refusal>;

async function lookBy(task: LookTask, order: Order): Promise<Outcome> {
  const { partition, store } = task;
  let first = await read(task, order, 1);
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (!first.ok) return first;
    const state = await store.state(partition);
    if (state === undefined) return success('deep');
    const pages = await readDown(task, order, first.value, state.known);
    if (!pages.ok) return pages;
    if (pages.value === DEEPEST) return success('deep');
    await store.advance(partition, order.seen(marksOf(first.value.entries)));
    if (pages.value === 1 || !order.moves) return success('exact');
    const again = await read(task, order, 1);
    if (again.ok && isDeepStrictEqual(again.value.entries, first.value.entries)) return success('exact');
    first = again;
  }
  return success('deep');
}

/**
 * Brings a complete index up to date by what stands first in its list: what is new, then what has changed, down to what
 * is known. An offer that changes while several pages are read moves from the unread ones to the first: that page has
 * to be the same afterwards. `deep`: too much is new.
 */
export async function lookAtHead(task: LookTask): Promise<Outcome> {
  const { query, changes } = task.index;
  const newest = await lookBy(task, newestFirst({ query }));
  if (changes === undefined || !task.isWanted() || !newest.ok || newest.value === 'deep') return newest;
  return lookBy(task, changedFirst(changes));
}
