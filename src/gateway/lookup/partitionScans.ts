import type { Clock } from '../../contract/clock';
import { type Allowance, assumedAllowance, readAllowance } from '../rateLimits';
import type { ReadPage } from './v2ListPages';
import { failure, success } from '../../contract/result';
import type { Refusal } from '../refusal';
import {
  bug,
  createPauses,
  createWaitingRoom,
  handling,
  inSeconds,
  type Pauses,
  type Reading,
  type ReadingParts,
  scanPageReader,
  type WaitEnd,
  waitFor,
} from './indexReading';
import type { ReadingReason } from './lookupQuestion';
import { scanPartition } from './readPartition';
import { createScanLease } from './scanLease';

/** The part of a rate limit that a scan may use, and how long it takes with it. */
interface ScanShare {
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
function createScanShare(clock: Pick<Clock, 'now' | 'steady' | 'schedule'>): ScanShare {
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

/** The one scan of each partition. */
export interface Scans {
  /** Starts it, unless it is under way, for an index that is older than so long (ms); the time (ms) it may take. */
  readonly start: (question: ReadingReason, freshMs: number) => number;
  readonly isRunning: (partition: string) => boolean;
  /** Starts it where needed, and waits for it. */
  readonly wait: (question: ReadingReason) => Promise<WaitEnd>;
}

interface Scan extends Reading {
  /** The keys that it is read with. */
  readonly authorizations: string;
  readonly share: ScanShare;
  pages: number;
}

const authorizationsOf = ({ context }: ReadingReason): string =>
  context.caller.authorizations().toSorted().join();

/** The refusal while a scan goes on: it says when to come again. */
export const indexing = (remaining: number): Refusal => ({
  code: 'indexing',
  headers: { 'retry-after': inSeconds(remaining) },
});

/** Reads the list of a partition; `exact` when it was a single page, which is of one state of the list. */
async function scan(
  parts: ReadingParts,
  under: Scan,
  question: ReadingReason,
  freshMs: number,
): Promise<WaitEnd> {
  const { clock, store, report, pageBudget } = parts;
  const { lookup, place, context } = question;
  const { share, room } = under;
  const read = scanPageReader(parts, question, under);
  let last = 0;
  const outcome = await scanPartition({
    ...handling(parts, question, under),
    now: clock.now,
    readPage: async (number) => {
      await share.turn(() => room.close(failure(indexing(share.remaining()))));
      const began = clock.steady();
      under.pages += 1;
      const page = await read(lookup.index.query(number), number);
      if (!page.ok) return page;
      share.took(page.value, clock.steady() - began);
      ({ last } = page.value);
      return page;
    },
    freshMs,
    pageBudget,
  });
  if (under.pages > 0) {
    const { code, detail } = outcome.ok ? { code: outcome.value, detail: undefined } : outcome.failure;
    const { fingerprint } = context.caller;
    const about = { index: lookup.index.name, caller: fingerprint, pages: under.pages, outcome: code };
    const figures = await store.count(place.partition);
    report({ kind: 'scanEnded', ...about, ...figures, ...(detail === undefined ? {} : { detail }) });
  }
  return outcome.ok && last <= 1 && under.pages === 1 ? success('exact') : outcome;
}

/**
 * Makes lookups wait for the one scan of their partition: whoever comes first starts it, and it outlives them. After an
 * upstream 429 it goes on by itself when the pause is over.
 */
function createScans(parts: ReadingParts, pauses: Pauses): Scans {
  const { clock, freshMs } = parts;
  const running = new Map<string, Scan>();
  const withLease = createScanLease(parts);

  const ended = (question: ReadingReason, share: ScanShare, refusal: Refusal): Refusal => {
    const pause = pauses.after(question.place.partition, refusal);
    if (pause > 0) clock.schedule(pause, () => start(question, freshMs));
    if (pause === 0 && refusal.code !== 'indexing') return refusal;
    const retryAfter = inSeconds(pause > 0 ? pause : share.remaining());
    return { ...refusal, headers: { 'retry-after': retryAfter, ...refusal.headers } };
  };
  const start = (question: ReadingReason, age: number): Scan => {
    const { partition } = question.place;
    const known = running.get(partition);
    if (known !== undefined) return known;
    const share = createScanShare(clock);
    const room = createWaitingRoom(clock, () => indexing(share.remaining()));
    const authorizations = authorizationsOf(question);
    const under: Scan = { room, share, authorizations, begun: false, pages: 0 };
    running.set(partition, under);
    void withLease(partition, room, () => scan(parts, under, question, age))
      .catch(bug)
      .then((outcome) => {
        running.delete(partition);
        room.close(outcome.ok ? outcome : failure(ended(question, share, outcome.failure)));
      });
    return under;
  };
  const wait: Scans['wait'] = async (question) => {
    const under = start(question, freshMs);
    if (under.share.isResting()) return failure(indexing(under.share.remaining()));
    const isInTime = !under.begun;
    const settled = await waitFor(under, question);
    // The scan was begun with a key that is given up by now: that of this question may be another.
    const isRefused = !settled.ok && settled.failure.code === 'unauthenticated';
    if (isRefused && under.authorizations !== authorizationsOf(question)) return wait(question);
    return settled.ok && settled.value === 'exact' && !isInTime ? success('complete') : settled;
  };
  return {
    start: (question, age) => start(question, age).share.remaining(),
    isRunning: (partition) => running.has(partition),
    wait,
  };
}

/** The scans of a gateway, and the pauses that they and everyone who needs them keep. */
export interface Scanning {
  readonly pauses: Pauses;
  readonly scans: Scans;
}

/** Prepares them; nothing is read yet. */
export function createScanning(parts: ReadingParts): Scanning {
  const pauses = createPauses(parts.clock);
  return { pauses, scans: createScans(parts, pauses) };
}
