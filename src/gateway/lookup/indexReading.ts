import { randomUUID } from 'node:crypto';
import { failure, type Result, success } from '../../contract/result';
import type { Clock } from '../../contract/clock';
import { detachContext } from '../context';
import type { Upstream } from '../upstream';
import { type Allowance, readAllowance } from '../rateLimits';
import type { Refusal } from '../refusal';
import { describeThrow, type ReportEvent } from '../gatewayEvents';
import { type IndexNames, isHit, type ReadingReason } from './lookupQuestion';
import type { IndexedOffer, IndexStore } from './indexStore';
import { type ListPage, readItems, type ReadPage, readPage } from './v2ListPages';

/**
 * The end of a wait. `matched`: a winning offer was seen. `complete`: the whole list was read, so that only newer items
 * are unknown. `exact`: everything is known that existed when the wait began.
 */
export type WaitEnd = Result<'matched' | 'complete' | 'exact', Refusal>;

type WaitingRoom = ReturnType<typeof createWaitingRoom>;

/** Opens a room in which every wait ends once: by a match, the end of the reading, a disconnect, or its deadline. */
export function createWaitingRoom(clock: Clock, late: () => Refusal) {
  const waitingByKey = new Map<string, Set<(outcome: WaitEnd) => void>>();
  return {
    /** Waits for the key of a question, until its deadline. */
    waitForKey: ({ indexPlace: { key }, context }: ReadingReason): Promise<WaitEnd> =>
      new Promise((resolve) => {
        const { deadlineAt, cancel } = context;
        const waiters = waitingByKey.get(key) ?? new Set();
        waitingByKey.set(key, waiters);
        const leaveRoom = (outcome: WaitEnd) => {
          stopTimer();
          cancel?.removeEventListener('abort', abandonWait);
          waiters.delete(leaveRoom);
          if (waiters.size === 0 && waitingByKey.get(key) === waiters) waitingByKey.delete(key);
          resolve(outcome);
        };
        const abandonWait = () => leaveRoom(failure({ code: 'clientGone' }));
        const stopTimer = clock.schedule(Math.max(0, deadlineAt - clock.steady()), () =>
          leaveRoom(failure(late())),
        );
        cancel?.addEventListener('abort', abandonWait);
        waiters.add(leaveRoom);
        if (cancel?.aborted === true) abandonWait();
      }),
    endWaits: (key: string): void => {
      for (const leave of [...(waitingByKey.get(key) ?? [])]) leave(success('matched'));
    },
    close: (outcome: WaitEnd): void => {
      for (const leave of [...waitingByKey.values()].flatMap((waiters) => [...waiters])) leave(outcome);
    },
    isEmpty: (): boolean => waitingByKey.size === 0,
    /** Returns the keys of the index that lookups wait for. */
    awaitedKeys: (): readonly string[] => [...waitingByKey.keys()],
  };
}

export interface ReadingParts {
  readonly upstream: Upstream;
  readonly clock: Clock;
  readonly store: IndexStore;
  readonly names: IndexNames;
  readonly report: ReportEvent;
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

/** Creates what both a scan and a look at the head need: to fetch a page, to read its items, and to wake lookups. */
export const createPageReader = (
  { upstream, clock, pageMs, names }: ReadingParts,
  { lookup: { index }, indexPlace: { partition }, context }: ReadingReason,
  reading: Reading,
) => ({
  /** Reads a page for a waiting request without its deadline and client, because other requests wait too. */
  readPage: (query: string, page: number): Promise<Result<ReadPage, Refusal>> => {
    reading.begun = true;
    const detachedContext = detachContext(context, clock.steady() + pageMs);
    return readPage(upstream, detachedContext, { path: index.path, query: () => query }, page);
  },
  readItems: (page: ListPage) => readItems(page, index, partition, names),
  /** Ends the waits for the keys of preferred offers. */
  wakeWinners: (entries: readonly IndexedOffer[]) => {
    for (const { key, preferred } of entries) if (key !== null && preferred) reading.room.endWaits(key);
  },
});

/** Returns the end of a reading that threw. */
export const endOfThrownReading = (thrown: unknown): WaitEnd =>
  failure({ code: 'internal', detail: describeThrow(thrown) });

/** The share of a rate limit that a scan may use, and the time that it takes with it. */
export type ScanShare = ReturnType<typeof createScanShare>;

/** Length (ms) of a rate-limit window; all observed windows last a minute. */
const WINDOW_MS = 60_000;
/** Expected time (ms) of a page before the first page has been read. */
const UNKNOWN_MS = 2_000;
/** Share of a window's calls that a key's other reads may make, evenly spread, without ever meeting the scan. */
const SHARE_OF_READS = 0.9;
/** Share of a window's calls that a scan may make at once when a window begins; the same share is left at its end. */
const SHARE_AT_ONCE = (1 - SHARE_OF_READS) / 2;

/** Creates the pauses of a scan, which leave the key's other reads most of its rate limit. Without a limit it never pauses. */
export function createScanShare(clock: Pick<Clock, 'now' | 'steady' | 'schedule'>) {
  let allowance: Allowance | undefined;
  /** The window, as it stood after the first page read in it. */
  let window = { leftRequests: 0, beganAt: 0, endsAt: 0 };
  let usedCalls = 0;
  let readAt = 0;
  let pages = 0;
  let spentMs = 0;
  let pagesLeft: number | undefined;

  const timeLeft = (): number => Math.max(0, window.endsAt - clock.steady());
  /** Returns the time (ms) until the other reads' share of the window has come down to the remaining calls. */
  const restTime = (): number => {
    if (allowance === undefined) return 0;
    const share = ((allowance.leftRequests - 1) / window.leftRequests - SHARE_AT_ONCE) / SHARE_OF_READS;
    const startsAt = window.endsAt - Math.max(0, share) * (window.endsAt - window.beganAt);
    return Math.min(timeLeft(), Math.max(0, startsAt - clock.steady()));
  };
  /** Returns the pages that the other reads leave in a period (ms), of which only a few may be read at once. */
  const countSparePages = (calls: number, milliseconds: number): number => {
    const reads = Math.max(0, window.leftRequests - (allowance?.leftRequests ?? 0) - usedCalls);
    const elapsed = Math.max(1, readAt - window.beganAt);
    return Math.max(1, calls - (reads / elapsed) * milliseconds);
  };

  return {
    /** Resolves when the next page may be read. */
    waitForTurn: async (): Promise<void> => {
      const pause = restTime();
      if (pause > 0) await new Promise<void>((resolve) => clock.schedule(pause, resolve));
    },
    /** Notes that a page has been read, and how long it took (ms). */
    notePage: (
      { number, last, headers }: Pick<ReadPage, 'number' | 'last' | 'headers'>,
      milliseconds: number,
    ) => {
      pages += 1;
      spentMs += milliseconds;
      pagesLeft = Math.max(0, last - number);
      readAt = clock.steady();
      allowance = readAllowance(headers, clock, readAt + WINDOW_MS);
      usedCalls += 1;
      // Some upstreams name an end that moves with each answer: the first end of a window counts.
      if (readAt < window.endsAt || allowance === undefined) return;
      const { endsAt } = allowance;
      window = { leftRequests: Math.max(1, allowance.leftRequests), beganAt: readAt, endsAt };
      usedCalls = 0;
    },
    /** Returns the estimated time (ms) until the list has been read. */
    remainingTime: (): number => {
      if (pagesLeft === undefined) return UNKNOWN_MS;
      const reading = (pagesLeft * spentMs) / pages;
      if (allowance === undefined) return reading;
      const here = countSparePages(allowance.leftRequests - window.leftRequests * SHARE_AT_ONCE, timeLeft());
      if (pagesLeft <= here) return Math.max(reading, (timeLeft() * pagesLeft) / here);
      const atOnce = allowance.limit * SHARE_AT_ONCE;
      const each = countSparePages(allowance.limit - atOnce, WINDOW_MS);
      const windows = Math.ceil((pagesLeft - here) / each) - 1;
      const inLast = Math.max(0, pagesLeft - here - windows * each - atOnce);
      const paced = timeLeft() + (windows + inLast / Math.max(1, each - atOnce)) * WINDOW_MS;
      return Math.max(reading, paced);
    },
  };
}

/** Time (ms) between two signs of life of a scan. */
const HEARTBEAT_MS = 1_000;
/** Time (ms) without a sign of life after which another process takes a scan over. */
const SCAN_LEASE_MS = 5_000;
/** Time (ms) between two looks at the results of another process's scan. */
const POLL_MS = 100;

/**
 * Lets one process at a time read a list. The other processes wait, use its results, and take the scan over where it
 * stopped after 5 s without a sign of life. Signs are counted and not dated, so clocks may differ. A process that was
 * stopped for longer continues when its successor does: then pages are read twice, and kept once.
 */
export function createScanLease({ store, clock }: Pick<ReadingParts, 'store' | 'clock'>) {
  const ownId = randomUUID();

  const take = async (partition: string, room: Reading['room']): Promise<void> => {
    let seenBeat = { beats: -1, at: 0 };
    for (;;) {
      const isGone = seenBeat.beats >= 0 && clock.steady() - seenBeat.at >= SCAN_LEASE_MS;
      const { isOwn, beats } = await store.claim(partition, ownId, isGone ? seenBeat.beats : undefined);
      if (isOwn) return;
      if (beats !== seenBeat.beats) seenBeat = { beats, at: clock.steady() };
      for (const key of room.awaitedKeys()) if (isHit(await store.find(partition, key))) room.endWaits(key);
      const pause = room.isEmpty() ? HEARTBEAT_MS : POLL_MS;
      await new Promise<void>((resolve) => clock.schedule(pause, resolve));
    }
  };

  /** Gives signs of life until it is stopped. The scan itself notices a store that fails. */
  const startBeat = (partition: string): (() => void) => {
    const tryLater = () => {
      void store.claim(partition, ownId).catch(() => undefined);
      stop = clock.schedule(HEARTBEAT_MS, tryLater);
    };
    let stop = clock.schedule(HEARTBEAT_MS, tryLater);
    return () => stop();
  };

  return async <Value>(partition: string, room: Reading['room'], scan: () => Promise<Value>) => {
    await take(partition, room);
    const stop = startBeat(partition);
    try {
      return await scan();
    } finally {
      stop();
      await store.release(partition, ownId).catch(() => undefined);
    }
  };
}
