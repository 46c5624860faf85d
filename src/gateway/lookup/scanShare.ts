import type { Clock } from '../clock';
import { type Allowance, readAllowance } from '../readAllowance';
import type { ReadPage } from './readPage';

/** The part of a rate limit that a scan may use, and how long it takes with it. */
export interface ScanShare {
  /** Resolves when the next page may be read; `rests` is told when that is not at once. */
  readonly turn: (rests: () => void) => Promise<void>;
  /** A page has been read, in so many ms. */
  readonly took: (page: Pick<ReadPage, 'number' | 'last' | 'headers'>, milliseconds: number) => void;
  readonly isResting: () => boolean;
  /** Time (ms) until the list has been read, as far as can be told. */
  readonly remaining: () => number;
}

/** Windows that were observed last a minute. */
const WINDOW = 60_000;
/** Time (ms) for a list of which no page has been read. */
const UNKNOWN = 2_000;

/**
 * Leaves room for the other reads of a key: a scan uses at most half of what the upstream's rate limit still allows,
 * then rests until the next window. An upstream that tells no limit is read without rest.
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
      allowance = readAllowance(headers, clock);
      if (clock.steady() >= windowEnds) {
        // Some tell an end that moves with each answer: the first one that was told of a window holds.
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
