import { createJournal, createTurns, type Health } from '../contract/journal';
import { DAY_MS, DAY_SECONDS } from '../contract/clock';
import { OTHERS } from '../contract/recent';
import { createCountedClients } from './evidence/countedClients';

/** Who answered a request: an API, or the gateway itself. */
export type CountedSide = 'v1' | 'v2' | 'gateway';

/** How a request ended; all but `answered` have a status from 400. */
export type CountedOutcome =
  | 'answered'
  | 'refused'
  | 'unauthenticated'
  | 'failed'
  | 'brownout'
  | 'cancelled'
  | 'shed';

/** A request that is over, as far as it is counted; nothing that a client wrote is in it. */
export interface CountedRequest {
  /** Fingerprint of the key, or a word in brackets. */
  readonly caller: string;
  /** Product of the User-Agent, cleaned. */
  readonly program: string;
  /** Empty for a request that no operation is mapped to. */
  readonly resource: string;
  /** Name of the operation; method and shape of the path where none is mapped; `/v2/**` for what went to v2 as it came. */
  readonly operation: string;
  readonly side: CountedSide;
  readonly outcome: CountedOutcome;
  /** What it shows that v2 would want otherwise: `textNumber price`. */
  readonly traits: readonly string[];
}

/** Additive count of the requests of one bucket of time that are alike. */
export interface CounterRow extends Omit<CountedRequest, 'traits'> {
  /** Begin of the bucket, clock ms, and its length. */
  readonly bucketAt: number;
  readonly bucketSeconds: number;
  /** Empty for all such requests; or what some of them show, who are counted a second time there. */
  readonly trait: string;
  readonly requests: number;
  /** Instant of the latest, clock ms. */
  readonly latest: number;
}

/** Columns by which sums can be told apart. */
export type CounterColumn = Exclude<keyof CounterRow, 'bucketSeconds' | 'requests' | 'latest'>;

/** Sum over a window of time; `latestBucket` is the begin of the last bucket in it. */
export type CounterSum<By extends CounterColumn> = Pick<CounterRow, By> & {
  readonly requests: number;
  readonly latest: number;
  readonly latestBucket: number;
};

/** Time to sum up, from an instant up to another one (clock ms); of one caller, of all, or of all but one. */
export interface CounterWindow {
  readonly from: number;
  readonly to: number;
  readonly caller?: string | undefined;
  readonly except?: string;
  /** Length of the buckets; those of a day by default. */
  readonly bucketSeconds?: number;
}

/** Sums up by columns; requests that show traits are in the sums by `trait` only. Rejects when the store fails. */
export type ReadSums = <By extends CounterColumn>(
  window: CounterWindow,
  by: readonly By[],
) => Promise<readonly CounterSum<By>[]>;

/** Store of the counters. Every function rejects when the store fails; requests go on without it. */
export interface CounterStore {
  /** Adds rows to those of the same key: all of them or none. */
  readonly add: (rows: readonly CounterRow[]) => Promise<void>;
  readonly sums: ReadSums;
  /**
   * Removes the rows of days before an instant, then the oldest ones until at most a given number of rows is left, and
   * those of shorter buckets before another instant.
   */
  readonly prune: (bounds: CounterBounds) => Promise<void>;
  /** Reopens the store, whatever happened to it. */
  readonly renew: () => Promise<void>;
}

/** What is kept of the counters; instants are clock ms. */
export interface CounterBounds {
  readonly daysFrom: number;
  readonly hoursFrom: number;
  readonly maxRows: number;
}

/** Counts the requests of a process and sums up those of all that share the store. */
export interface Counters {
  /** Counts a request in a bucket of a day, or of so many seconds. */
  readonly count: (request: CountedRequest, bucketSeconds?: number) => void;
  /** Loads the known clients from the store. Rejects when it fails. */
  readonly open: () => Promise<void>;
  /** Writes what was counted, and once a day removes what is old. Never rejects. */
  readonly save: () => Promise<void>;
  /** Sums with all that this process has counted; while the store fails, without what waits for it. */
  readonly sums: ReadSums;
  /** Reads sums while nothing is written: what this process has counted is either in them or waits. */
  readonly follow: (
    read: (sums: ReadSums, waiting: () => readonly CounterRow[]) => Promise<void>,
  ) => Promise<void>;
}

/** Options of createCounters. */
interface CounterParts {
  readonly store: CounterStore;
  readonly now: () => number;
  /** Called when the store begins to fail and when it has recovered. */
  readonly changed: (health: Health) => void;
  /** Hears of each request, as it is counted, and of each of its traits. */
  readonly heard?: (row: CounterRow) => void;
}

/** Days that are kept. */
export const KEPT_DAYS = 400;

/** Cap of the rows that are kept: some 1 GB in the store; beyond it the oldest buckets go first. */
const MAX_ROWS = 5_000_000;

/** Cap of the counts that wait for the store; beyond it all callers are counted together. */
const MAX_WAITING = 100_000;

/** Counts of requests that are alike, until they are written. */
interface Cell {
  readonly request: Omit<CountedRequest, 'traits'>;
  readonly bucketAt: number;
  readonly bucketSeconds: number;
  requests: number;
  latest: number;
  /** Requests by trait; absent before the first. */
  traits: Map<string, number> | undefined;
}

function rowsOf({ request, traits = new Map(), requests, ...bucket }: Cell): readonly CounterRow[] {
  const row = { ...request, ...bucket };
  const ofTraits = Array.from(traits, ([trait, count]) => ({ ...row, trait, requests: count }));
  return [{ ...row, trait: '', requests }, ...ofTraits];
}

/** Keeps counts until they are written. */
function createCells() {
  let cells = new Map<string, Cell>();
  const of = (counted: Cell['request'], bucketAt: number, bucketSeconds: number): Cell => {
    const { caller, program, resource, operation, side, outcome } = counted;
    const key = `${bucketAt}\n${bucketSeconds}\n${caller}\n${program}\n${resource}\n${operation}\n${side}\n${outcome}`;
    const present = cells.get(key);
    if (present !== undefined) return present;
    if (cells.size >= MAX_WAITING && caller !== OTHERS)
      return of({ ...counted, caller: OTHERS, program: OTHERS }, bucketAt, bucketSeconds);
    const cell: Cell = {
      ...{ request: counted, bucketAt, bucketSeconds, requests: 0, latest: 0, traits: undefined },
    };
    cells.set(key, cell);
    return cell;
  };
  const rows = (): readonly CounterRow[] => [...cells.values()].flatMap(rowsOf);
  return {
    of,
    rows,
    take: (): readonly CounterRow[] => {
      const counterRows = rows();
      cells = new Map();
      return counterRows;
    },
  };
}

/** Creates counters over a store; what it does not have yet waits in memory. */
export function createCounters({ store, now, changed, heard }: CounterParts): Counters {
  const journal = createJournal(now, changed);
  const clients = createCountedClients();
  const cells = createCells();
  let unsaved: readonly CounterRow[] = [];
  const inTurn = createTurns();
  let prunedAt = 0;

  const add = async (rows: readonly CounterRow[]): Promise<void> => {
    unsaved = rows;
    if (rows.length > 0) await store.add(rows);
    unsaved = [];
  };
  const load = async (): Promise<void> =>
    clients.load(await store.sums({ from: 0, to: now() + DAY_MS }, ['caller', 'program']));
  const write = async (): Promise<void> => {
    // What failed before goes first: rows on their way are in no other batch, so that none counts twice.
    await add(unsaved);
    await add(cells.take());
    const midnight = Math.floor(now() / DAY_MS) * DAY_MS;
    if (prunedAt === midnight) return;
    const daysFrom = midnight - (KEPT_DAYS - 1) * DAY_MS;
    await store.prune({ daysFrom, hoursFrom: midnight - DAY_MS, maxRows: MAX_ROWS });
    await load();
    prunedAt = midnight;
  };
  const save = (): Promise<void> => inTurn(() => journal.attend({ renew: store.renew, save: write }));
  return {
    count: ({ traits, ...request }, bucketSeconds = DAY_SECONDS) => {
      const at = now();
      const bucketAt = at - (at % (bucketSeconds * 1_000));
      const [caller, program] = clients.of(request);
      const cell = cells.of({ ...request, caller, program }, bucketAt, bucketSeconds);
      cell.requests += 1;
      if (at > cell.latest) cell.latest = at;
      const row = { ...cell.request, bucketAt, bucketSeconds, trait: '', requests: 1, latest: at };
      heard?.(row);
      for (const trait of traits) {
        (cell.traits ??= new Map()).set(trait, (cell.traits.get(trait) ?? 0) + 1);
        heard?.({ ...row, trait });
      }
    },
    open: load,
    save,
    sums: async (window, by) => {
      await save();
      return store.sums(window, by);
    },
    follow: (read) => inTurn(() => read(store.sums, () => [...unsaved, ...cells.rows()])),
  };
}
