import { setImmediate as letRequestsIn } from 'node:timers/promises';
import { createJournal, createTurns, type Health } from '../contract/journal';
import { DAY_MS, DAY_SECONDS, HOUR_MS } from '../contract/clock';
import { OTHERS } from '../contract/recent';
import { createCountedClients } from './evidence/countedClients';

/** Default length (ms) of the evidence window; older evidence counts only in the all-time figures. */
export const STANDARD_WINDOW_MS = 7 * DAY_MS;

/** Side that answered a request: an API, or the gateway itself. */
export type CountedSide = 'v1' | 'v2' | 'gateway';

/** Outcome of a request; all but `answered` have a status from 400. */
export type CountedOutcome =
  | 'answered'
  | 'refused'
  | 'unauthenticated'
  | 'failed'
  | 'brownout'
  | 'cancelled'
  | 'shed';

/** Counted members of an ended request, without any text of a client. */
export interface CountedRequest {
  /** Fingerprint of the key, or a word in brackets. */
  readonly caller: string;
  /** Product of the User-Agent, cleaned. */
  readonly program: string;
  /** Empty for a request that no operation is mapped to. */
  readonly resource: string;
  /**
   * Name of the operation; method and shape of the path without one; `/v2/**` for v2 requests that are passed through.
   */
  readonly operation: string;
  readonly side: CountedSide;
  readonly outcome: CountedOutcome;
  /** Traits that v2 would not accept: `textNumber price`. */
  readonly traits: readonly string[];
}

/** Additive count of similar requests in a bucket of time. */
export interface CounterRow extends Omit<CountedRequest, 'traits'> {
  /** Start of the bucket, clock ms, and its length. */
  readonly bucketAt: number;
  readonly bucketSeconds: number;
  /** Empty for all such requests; otherwise a trait of some, which this row counts a second time. */
  readonly trait: string;
  readonly requests: number;
  /** Instant of the latest request, clock ms. */
  readonly latest: number;
}

/** Columns for separate sums. */
export type CounterColumn = Exclude<keyof CounterRow, 'bucketSeconds' | 'requests' | 'latest'>;

/** Sum over a window of time; `latestBucket` is the start of the last bucket in it. */
export type CounterSum<By extends CounterColumn> = Pick<CounterRow, By> & {
  readonly requests: number;
  readonly latest: number;
  readonly latestBucket: number;
};

/** Window of time to sum up, between two instants (clock ms); for one caller, for all, or for all but one. */
export interface CounterWindow {
  readonly from: number;
  readonly to: number;
  readonly caller?: string | undefined;
  readonly except?: string;
  /** Length of the buckets; by default a day. */
  readonly bucketSeconds?: number;
}

/** Sums up by columns; requests with traits are in the sums by `trait` only. Rejects if the store fails. */
export type ReadSums = <By extends CounterColumn>(
  window: CounterWindow,
  by: readonly By[],
) => Promise<readonly CounterSum<By>[]>;

/** Store of the counters. Every function rejects if the store fails; requests continue without it. */
export interface CounterStore {
  /** Adds all rows to those of the same key, or none. */
  readonly add: (rows: readonly CounterRow[]) => Promise<void>;
  readonly sums: ReadSums;
  /**
   * Removes the rows of days before an instant, then the oldest rows beyond a maximum number, and rows of shorter
   * buckets before another instant.
   */
  readonly prune: (bounds: CounterBounds) => Promise<void>;
  /** Removes the rows of seconds and minutes before an instant. */
  readonly trim: (before: number) => Promise<void>;
  /** Reopens the store, whatever happened to it. */
  readonly renew: () => Promise<void>;
}

/** The instants (clock ms) before which counts are removed, and the most rows that stay. */
export interface CounterBounds {
  readonly daysFrom: number;
  /** For buckets shorter than a day: the gate's evidence, in half days. */
  readonly halfDaysFrom: number;
  /** For buckets of an hour or less. */
  readonly hoursFrom: number;
  readonly maxRows: number;
}

/** Counts the requests of a process, and sums up those of all processes that share the store. */
export type Counters = ReturnType<typeof createCounters>;

interface CounterParts {
  readonly store: CounterStore;
  readonly now: () => number;
  /** Length (ms) of the gate's window, for which its counts are stored. */
  readonly window?: number | undefined;
  /** Called when the store starts to fail and when it has recovered. */
  readonly onHealthChanged: (health: Health) => void;
  /** Takes further rows that are to be stored. */
  readonly moreRows?: () => readonly CounterRow[];
  /** Receives the row of each request, with its traits. */
  readonly onCounted?: (row: CounterRow, traits: CountedRequest['traits']) => void;
}

/** Number of days for which counts are stored. */
export const KEPT_DAYS = 400;

/** Time (ms) without a request after which a key or program is as good as new. */
const KNOWN_MS = 30 * DAY_MS;

/** Pause (ms) between two removals of the counts of seconds. */
const TRIM_PAUSE_MS = 600_000;

/** Maximum number of stored rows, about 1 GB; beyond it the oldest buckets are removed first. */
const MAX_ROWS = 5_000_000;

/** Number of rows that are stored at a time, in about 3 ms; requests are served in between. */
const ROWS_AT_A_TIME = 100;

/** Maximum number of counts that wait for the store; beyond it all callers are counted together. */
const MAX_WAITING = 100_000;

interface Cell {
  readonly row: Omit<CounterRow, 'requests' | 'latest'>;
  requests: number;
  latest: number;
  /** Requests by trait. They are absent before the first. */
  traits: Map<string, number> | undefined;
}

function rowsOf({ row, requests, latest, traits = new Map() }: Cell): readonly CounterRow[] {
  const ofTraits = Array.from(traits, ([trait, count]) => ({ ...row, trait, requests: count, latest }));
  return [{ ...row, requests, latest }, ...ofTraits];
}

/** Creates the counts that wait for the store, one cell for requests that are alike. */
function createCells() {
  let cells = new Map<string, Cell>();
  /** Finds or makes the cell of a row. Beyond the maximum all callers share cells. */
  const cellOf = (row: Cell['row']): Cell => {
    const { caller, program, resource, operation, side, outcome, bucketAt, bucketSeconds } = row;
    const key = `${bucketAt}\n${bucketSeconds}\n${caller}\n${program}\n${resource}\n${operation}\n${side}\n${outcome}`;
    const present = cells.get(key);
    if (present !== undefined) return present;
    if (cells.size >= MAX_WAITING && caller !== OTHERS)
      return cellOf({ ...row, caller: OTHERS, program: OTHERS });
    const cell: Cell = { row, requests: 0, latest: 0, traits: undefined };
    cells.set(key, cell);
    return cell;
  };
  const listRows = (): readonly CounterRow[] => [...cells.values()].flatMap(rowsOf);
  return {
    cellOf,
    listRows,
    takeRows: (): readonly CounterRow[] => {
      const counterRows = listRows();
      cells = new Map();
      return counterRows;
    },
  };
}

/** Creates counters over a store. Counts that it lacks wait in memory. */
export function createCounters({ store, now, window, onHealthChanged, onCounted, moreRows }: CounterParts) {
  const journal = createJournal(now, onHealthChanged);
  const clients = createCountedClients();
  const cells = createCells();
  let unsaved: readonly CounterRow[] = [];
  const inTurn = createTurns();
  let [prunedAt, trimmedAt] = [0, 0];

  /** Stores rows some at a time, so that requests are served in between. */
  const storeRows = async (rows: readonly CounterRow[]): Promise<void> => {
    unsaved = rows;
    while (unsaved.length > 0) {
      await store.add(unsaved.slice(0, ROWS_AT_A_TIME));
      unsaved = unsaved.slice(ROWS_AT_A_TIME);
      if (unsaved.length > 0) await letRequestsIn();
    }
  };
  const loadKnownClients = async (): Promise<void> =>
    clients.loadClients(
      await store.sums({ from: now() - KNOWN_MS, to: now() + DAY_MS }, ['caller', 'program']),
    );
  /** Stores all counts. Every ten minutes drops counts of seconds older than an hour, and once a day all that is too old. */
  const saveAndPrune = async (): Promise<void> => {
    // Rows that failed before come first and are in no other batch, so that none counts twice.
    await storeRows(unsaved);
    await storeRows([...cells.takeRows(), ...(moreRows?.() ?? [])]);
    if (now() - trimmedAt >= TRIM_PAUSE_MS) {
      await store.trim(now() - HOUR_MS);
      trimmedAt = now();
    }
    const midnight = Math.floor(now() / DAY_MS) * DAY_MS;
    if (prunedAt === midnight) return;
    const daysFrom = midnight - (KEPT_DAYS - 1) * DAY_MS;
    // Half days hold the gate's evidence, so they stay for its window and the day under way.
    const halfDaysFrom = midnight - (window ?? STANDARD_WINDOW_MS) - DAY_MS;
    await store.prune({ daysFrom, halfDaysFrom, hoursFrom: midnight - DAY_MS, maxRows: MAX_ROWS });
    await loadKnownClients();
    prunedAt = midnight;
  };
  const readSums: ReadSums = (window, by) => journal.noteFailureOf(store.sums(window, by));
  const save = (): Promise<void> => inTurn(() => journal.attend({ renew: store.renew, save: saveAndPrune }));
  return {
    /** Counts a request in a bucket of a day, or of a number of seconds. */
    count: (request: CountedRequest, bucketSeconds = DAY_SECONDS): void => {
      const { resource, operation, side, outcome, traits } = request;
      const at = now();
      const bucketAt = at - (at % (bucketSeconds * 1_000));
      const [caller, program] = clients.countedNames(request);
      const row = { caller, program, resource, operation, side, outcome, bucketAt, bucketSeconds, trait: '' };
      const cell = cells.cellOf(row);
      cell.requests += 1;
      if (at > cell.latest) cell.latest = at;
      for (const trait of traits) (cell.traits ??= new Map()).set(trait, (cell.traits.get(trait) ?? 0) + 1);
      onCounted?.({ ...cell.row, requests: 1, latest: at }, traits);
    },
    /** Loads the known clients from the store. Rejects if it fails. */
    open: loadKnownClients,
    /** Stores the counts, and removes old ones once a day. Never rejects. */
    save,
    /** Returns sums with all counts of this process; while the store fails, without those that wait for it. */
    sums: (async (window, by) => {
      await save();
      return readSums(window, by);
    }) as ReadSums,
    /** Reads sums while nothing is stored: each count of this process is either in them or waits. */
    readAtRest: (
      read: (sums: ReadSums, waiting: () => readonly CounterRow[]) => Promise<void>,
    ): Promise<void> => inTurn(() => read(readSums, () => [...unsaved, ...cells.listRows()])),
  };
}
