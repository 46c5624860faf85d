import { randomUUID } from 'node:crypto';
import { isHit } from './lookupQuestion';
import type { Reading, ReadingParts } from './indexReading';
import type { Clock } from '../../contract/clock';
import { type Allowance, assumedAllowance, readAllowance } from '../rateLimits';
import type { ReadPage } from './v2ListPages';

/** The part of a rate limit that a scan may use, and how long it takes with it. */
export interface ScanShare {
  /** Resolves when the next page may be read; `rests` is called when that is not at once. */
  readonly turn: (rests: () => void) => Promise<void>;
  /** A page has been read, in so many ms. */
  readonly took: (page: Pick<ReadPage, 'number' | 'last' | 'headers'>, milliseconds: number) => void;
  readonly isResting: () => boolean;
  /** Time (ms) until the list has been read, as far as is known. */
  readonly remaining: () => number;
}

/** Windows that were observed last a minute. */
const WINDOW = 60_000;
/** Time (ms) for a list of which no page has been read. */
const UNKNOWN = 2_000;

/**
 * Leaves room for the other reads of a key: a scan uses at most half of what the upstream's rate limit still allows,
 * then rests until the next window. An upstream that names no limit is read without rest.
 */
export function createScanShare(clock: Pick<Clock, 'now' | 'steady' | 'schedule'>): ScanShare {
  let allowance: Allowance | undefined;
  let windowEnds = 0;
  let used = 0;
  let pages = 0;
  let spent = 0;
  let pagesLeft: number | undefined;
  let isResting = false;

  const rest = (): number =>
    allowance !== undefined && used >= allowance.left ? Math.max(0, windowEnds - clock.steady()) : 0;

  return {
    turn: async (rests) => {
      const pause = rest();
      if (pause === 0) return;
      isResting = true;
      rests();
      await new Promise<void>((resolve) => clock.schedule(pause, resolve));
      isResting = false;
    },
    took: ({ number, last, headers }, milliseconds) => {
      pages += 1;
      spent += milliseconds;
      pagesLeft = Math.max(0, last - number);
      allowance = readAllowance(headers, clock) ?? assumedAllowance(headers, clock.steady() + WINDOW);
      if (clock.steady() >= windowEnds) {
        // Some name an end that moves with each answer: the first one of a window holds.
        windowEnds = allowance?.endsAt ?? 0;
        used = 0;
      }
      used += 1;
    },
    isResting: () => isResting,
    remaining: () => {
      if (pagesLeft === undefined) return UNKNOWN;
      const reading = (count: number) => (count * spent) / pages;
      if (allowance === undefined) return reading(pagesLeft);
      const here = rest() > 0 ? 0 : Math.max(0, Math.floor((allowance.left - used) / 2));
      const later = pagesLeft - here;
      if (later <= 0) return reading(pagesLeft);
      const each = Math.max(1, Math.floor(allowance.limit / 2));
      const windows = Math.ceil(later / each);
      const inLast = later - (windows - 1) * each;
      const waited = Math.max(0, windowEnds - clock.steady()) + (windows - 1) * WINDOW;
      return Math.max(waited + Math.min(reading(inLast), WINDOW), reading(pagesLeft));
    },
  };
}

/** Time (ms) between two signs of life of a scan. */
const BEAT = 1_000;
/** Time (ms) without a sign of life after which another process goes on with a scan. */
const LEASE = 5_000;
/** Time (ms) between two looks at what another's scan has found. */
const LOOK = 100;

/** Runs a scan when no other process reads the same list. */
export type WithScanLease = <Value>(
  partition: string,
  room: Reading['room'],
  scan: () => Promise<Value>,
) => Promise<Value>;

/**
 * Has one process at a time read a list: the others wait, are served from what it has found, and go on where it stopped
 * once it has given no sign of life for 5 s. Signs are counted and not dated, so clocks may differ. A process that was
 * stopped for longer goes on when its successor does: then pages are read twice, and kept once.
 */
export function createScanLease({ store, clock }: Pick<ReadingParts, 'store' | 'clock'>): WithScanLease {
  const own = randomUUID();

  const take = async (partition: string, room: Reading['room']): Promise<void> => {
    let seen = { beats: -1, at: 0 };
    for (;;) {
      const isGone = seen.beats >= 0 && clock.steady() - seen.at >= LEASE;
      const { isOwn, beats } = await store.claim(partition, own, isGone ? seen.beats : undefined);
      if (isOwn) return;
      if (beats !== seen.beats) seen = { beats, at: clock.steady() };
      for (const key of room.keys()) if (isHit(await store.find(partition, key))) room.matched(key);
      const pause = room.isEmpty() ? BEAT : LOOK;
      await new Promise<void>((resolve) => clock.schedule(pause, resolve));
    }
  };

  /** Gives signs of life until it is stopped. A store that fails is noticed by the scan itself. */
  const beat = (partition: string): (() => void) => {
    const again = () => {
      void store.claim(partition, own).catch(() => undefined);
      stop = clock.schedule(BEAT, again);
    };
    let stop = clock.schedule(BEAT, again);
    return () => stop();
  };

  return async (partition, room, scan) => {
    await take(partition, room);
    const stop = beat(partition);
    try {
      return await scan();
    } finally {
      stop();
      await store.release(partition, own).catch(() => undefined);
    }
  };
}
