import { failure, type Result, success } from '../../contract/result';
import { Recent } from '../../contract/recent';
import type { Clock } from '../../contract/clock';
import { type CancelSignal, detachedFrom } from '../context';
import type { Upstream } from '../upstream';
import type { Refusal } from '../refusal';
import { describeThrow, type Report } from '../gatewayEvents';
import type { IndexNames, ReadingReason } from './lookupQuestion';
import type { IndexedOffer, IndexStore } from './indexStore';
import { type ListPage, readItems, type ReadPage, readPage } from './v2ListPages';
import { readRetryAfter } from '../rateLimits';

/**
 * The end of a wait. `matched`: a winning offer was seen. `complete`: the whole list was read, so that only newer items
 * are unknown. `exact`: everything is known that existed when the wait began.
 */
export type WaitEnd = Result<'matched' | 'complete' | 'exact', Refusal>;

/** The key that a lookup waits for, and for how long. */
interface Wait {
  readonly key: string;
  /** Instant (steady ms) at which the wait is given up. */
  readonly deadlineAt: number;
  readonly cancel?: CancelSignal | undefined;
}

/** The lookups that wait for one scan. */
type WaitingRoom = ReturnType<typeof createWaitingRoom>;

/** Opens a room in which every wait ends once: by a match, the end of the reading, a disconnect, or its deadline. */
export function createWaitingRoom(clock: Clock, late: () => Refusal) {
  const waiting = new Map<string, Set<(outcome: WaitEnd) => void>>();
  return {
    wait: ({ key, deadlineAt, cancel }: Wait): Promise<WaitEnd> =>
      new Promise((resolve) => {
        const waiters = waiting.get(key) ?? new Set();
        waiting.set(key, waiters);
        const leave = (outcome: WaitEnd) => {
          stopTimer();
          cancel?.removeEventListener('abort', abandon);
          waiters.delete(leave);
          if (waiters.size === 0 && waiting.get(key) === waiters) waiting.delete(key);
          resolve(outcome);
        };
        const abandon = () => leave(failure({ code: 'clientGone' }));
        const stopTimer = clock.schedule(Math.max(0, deadlineAt - clock.steady()), () =>
          leave(failure(late())),
        );
        cancel?.addEventListener('abort', abandon);
        waiters.add(leave);
        if (cancel?.aborted === true) abandon();
      }),
    /** Ends the waits for a key that has been found. */
    matched: (key: string): void => {
      for (const leave of [...(waiting.get(key) ?? [])]) leave(success('matched'));
    },
    /** Ends all waits. */
    close: (outcome: WaitEnd): void => {
      for (const leave of [...waiting.values()].flatMap((waiters) => [...waiters])) leave(outcome);
    },
    isEmpty: (): boolean => waiting.size === 0,
    /** Returns the keys of the index that lookups wait for. */
    keys: (): readonly string[] => [...waiting.keys()],
  };
}

/** Parts for reading lists into an index. */
export interface ReadingParts {
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly store: IndexStore;
  readonly names: IndexNames;
  readonly report: Report;
  /** Longest time (ms) for one page. */
  readonly pageMs: number;
  readonly freshMs: number;
  readonly pageBudget: number;
}

/** A reading under way, or about to begin, and the lookups that wait for it. */
export interface Reading {
  readonly room: WaitingRoom;
  /** True once a page has been asked for: an item that is created from then on may be missing from it. */
  begun: boolean;
}

/** Waits for a reading on behalf of a question. */
export const waitFor = ({ room }: Reading, { indexPlace, context }: ReadingReason): Promise<WaitEnd> =>
  room.wait({ key: indexPlace.key, deadlineAt: context.deadlineAt, cancel: context.cancel });

/** Reads pages for a waiting request without its deadline and client, because other requests wait too. */
export function scanPageReader(
  { upstream, clock, pageMs }: ReadingParts,
  { lookup, context }: ReadingReason,
  reading: Reading,
): (query: string, page: number) => Promise<Result<ReadPage, Refusal>> {
  return (query, page) => {
    reading.begun = true;
    const detachedContext = detachedFrom(context, clock.steady() + pageMs);
    return readPage(upstream, detachedContext, { path: lookup.index.path, query: () => query }, page);
  };
}

/** Returns the parts of a reading that handle a page. */
export const handling = (
  { store, names }: ReadingParts,
  { lookup, indexPlace }: ReadingReason,
  { room }: Reading,
) => ({
  partition: indexPlace.partition,
  store,
  readItems: (page: ListPage) => readItems(page, lookup.index, indexPlace.partition, names),
  found: (entries: readonly IndexedOffer[]) => {
    for (const { key, preferred } of entries) if (key !== null && preferred) room.matched(key);
  },
});

/** Returns the end of a reading that threw. */
export const bug = (thrown: unknown): WaitEnd => failure({ code: 'internal', detail: describeThrow(thrown) });

/** Returns milliseconds as seconds for a header, rounded up, at least 1. */
export const inSeconds = (milliseconds: number): string =>
  String(Math.max(1, Math.ceil(milliseconds / 1000)));

/** The pauses of partitions after an upstream 429. */
export type Pauses = ReturnType<typeof createPauses>;

/** Most partitions whose pause is remembered. */
const MAXIMUM_PAUSES = 10_000;

/** Remembers until when each partition must not be read. */
export function createPauses(clock: Pick<Clock, 'now' | 'steady'>) {
  const until = new Recent<string, number>(MAXIMUM_PAUSES);
  return {
    /** Returns why a partition may not be read now; undefined when it may. */
    of: (partition: string): Refusal | undefined => {
      const pause = (until.get(partition) ?? 0) - clock.steady();
      if (pause <= 0) return undefined;
      const headers = { 'retry-after': inSeconds(pause) };
      return { code: 'rateLimited', headers, detail: 'index scan paused' };
    },
    /** Begins a pause if the refusal asks for one; returns its length (ms). */
    after: (partition: string, { code, headers }: Refusal): number => {
      if (code !== 'rateLimited') return 0;
      const pause = readRetryAfter(headers?.['retry-after'], clock.now());
      until.set(partition, clock.steady() + pause);
      return pause;
    },
  };
}
