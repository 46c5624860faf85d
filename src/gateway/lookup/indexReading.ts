import { LRUCache } from 'lru-cache';
import { failure, type Result } from '../../translation/result';
import type { Errand } from '../callUpstream';
import type { Clock } from '../clock';
import { describeThrow } from '../describeThrow';
import type { Report } from '../event';
import type { Refusal } from '../refusal';
import type { Upstream } from '../upstream';
import type { IndexNames } from './indexNames';
import type { IndexEntry, IndexStore } from './indexStore';
import type { ListPage } from './listPage';
import type { Reason } from './question';
import { readItems } from './readItems';
import { type ReadPage, readPage } from './readPage';
import { readRetryAfter } from './readRetryAfter';
import type { Settled, WaitingRoom } from './waitingRoom';

/** What lists are read with. */
export interface ReadingParts {
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly store: IndexStore;
  readonly names: IndexNames;
  readonly report: Report;
  /** Most time (ms) for one page. */
  readonly pageMs: number;
  readonly freshMs: number;
  readonly pageBudget: number;
}

/** A reading under way, or about to begin, and who waits for it. */
export interface Reading {
  readonly room: WaitingRoom;
  /** True once a page has been asked for: what comes into being from then on may not be in it. */
  begun: boolean;
}

/** Waits for a reading on behalf of a question. */
export const waitFor = ({ room }: Reading, { place, errand }: Reason): Promise<Settled> =>
  room.wait({ key: place.key, deadlineAt: errand.deadlineAt, gone: errand.gone });

/** Reads pages on behalf of one of the waiting requests, but not with its deadline and client: others wait, too. */
export function pageReader(
  { upstream, clock, pageMs }: ReadingParts,
  { lookup, errand }: Reason,
  reading: Reading,
): (query: string, page: number) => Promise<Result<ReadPage, Refusal>> {
  const { caller, requestId, count, watch } = errand;
  return (query, page) => {
    reading.begun = true;
    const own: Errand = { caller, requestId, count, watch, deadlineAt: clock.steady() + pageMs };
    return readPage(upstream, own, { path: lookup.index.path, query: () => query }, page);
  };
}

/** What every reading does with a page. */
export const handling = ({ store, names }: ReadingParts, { lookup, place }: Reason, { room }: Reading) => ({
  partition: place.partition,
  store,
  readItems: (page: ListPage) => readItems(page, lookup.index, place.partition, names),
  found: (entries: readonly IndexEntry[]) => {
    for (const { key, preferred } of entries) if (key !== null && preferred) room.matched(key);
  },
});

/** The end of a reading that threw. */
export const bug = (thrown: unknown): Settled => failure({ code: 'internal', detail: describeThrow(thrown) });

/** Milliseconds as a header tells them, never too few. */
export const inSeconds = (milliseconds: number): string =>
  String(Math.max(1, Math.ceil(milliseconds / 1000)));

/** The pauses of partitions after an upstream 429. */
export interface Pauses {
  /** Why nothing may be read now; undefined when it may. */
  readonly of: (partition: string) => Refusal | undefined;
  /** Begins a pause when the refusal asks for one; its length, ms. */
  readonly after: (partition: string, refusal: Refusal) => number;
}

/** Partitions whose pause is remembered. */
const MAXIMUM_PAUSES = 10_000;

/** Remembers how long each partition is to be left alone. */
export function createPauses(clock: Pick<Clock, 'now' | 'steady'>): Pauses {
  const until = new LRUCache<string, number>({ max: MAXIMUM_PAUSES });
  return {
    of: (partition) => {
      const pause = (until.get(partition) ?? 0) - clock.steady();
      if (pause <= 0) return undefined;
      const headers = { 'retry-after': inSeconds(pause) };
      return { code: 'rateLimited', headers, detail: 'index scan paused' };
    },
    after: (partition, { code, headers }) => {
      if (code !== 'rateLimited') return 0;
      const pause = readRetryAfter(headers?.['retry-after'], clock.now());
      until.set(partition, clock.steady() + pause);
      return pause;
    },
  };
}
