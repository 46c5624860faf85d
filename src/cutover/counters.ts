import { createJournal, type Health } from '../contract/journal';
import { OTHERS } from '../contract/recent';

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

/** Time to sum up, from an instant up to another one (clock ms); of one caller, or of all. */
export interface CounterWindow {
  readonly from: number;
  readonly to: number;
  readonly caller?: string | undefined;
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
  /** Removes the rows of buckets before an instant, and then the oldest ones until at most a given number of rows is left. */
  readonly prune: (before: number, maxRows: number) => Promise<void>;
  /** Reopens the store, whatever happened to it. */
  readonly renew: () => Promise<void>;
}

/** Counts the requests of a process and sums up those of all that share the store. */
export interface Counters {
  readonly count: (request: CountedRequest) => void;
  /** Loads the known clients from the store. Rejects when it fails. */
  readonly open: () => Promise<void>;
  /** Writes what was counted, and once a day removes what is old. Never rejects. */
  readonly save: () => Promise<void>;
  /** Sums with all that this process has counted; while the store fails, without what waits for it. */
  readonly sums: ReadSums;
}

/** Options of createCounters. */
interface CounterParts {
  readonly store: CounterStore;
  readonly now: () => number;
  /** Called when the store begins to fail and when it has recovered. */
  readonly changed: (health: Health) => void;
}

/** Length of a bucket. */
const BUCKET_SECONDS = 86_400;
const BUCKET_MS = BUCKET_SECONDS * 1_000;

/** Days that are kept. */
export const KEPT_DAYS = 400;

/** Cap of the rows that are kept: some 1 GB in the store; beyond it the oldest buckets go first. */
const MAX_ROWS = 5_000_000;

/** Callers that are counted apart, and programs of each of them; all further ones are counted together. */
const MAX_CALLERS = 20_000;
export const MAX_PROGRAMS = 50;

/** Cap of the counts that wait for the store; beyond it all callers are counted together. */
const MAX_WAITING = 100_000;

/** Stands for keys that v1 and v2 have refused from the beginning. */
const UNKNOWN_KEY = '(unknown key)';

/** True for a caller that is one key. */
export const isCallerKey = (caller: string): boolean => /^[0-9a-f]{12}$/.test(caller);

/** Counts of requests that are alike, until they are written. */
interface Cell {
  readonly request: Omit<CountedRequest, 'traits'>;
  readonly bucketAt: number;
  requests: number;
  latest: number;
  /** Requests by trait; absent before the first. */
  traits: Map<string, number> | undefined;
}

function rowsOf({ request, bucketAt, requests, latest, traits = new Map() }: Cell): readonly CounterRow[] {
  const row = { ...request, bucketAt, bucketSeconds: BUCKET_SECONDS, latest };
  const ofTraits = Array.from(traits, ([trait, count]) => ({ ...row, trait, requests: count }));
  return [{ ...row, trait: '', requests }, ...ofTraits];
}

/** Knows the clients, so that their number is bounded over restarts. */
function createClients() {
  const programs = new Map<string, Set<string>>();
  const programOf = (caller: string, program: string): string => {
    const ofCaller = programs.get(caller) ?? new Set();
    programs.set(caller, ofCaller);
    if (!ofCaller.has(program) && ofCaller.size >= MAX_PROGRAMS) return OTHERS;
    ofCaller.add(program);
    return program;
  };
  return {
    load: (clients: readonly Pick<CounterRow, 'caller' | 'program'>[]): void => {
      programs.clear();
      for (const { caller, program } of clients) programOf(caller, program);
    },
    /** Returns the caller and the program as which a request is counted; a refused key is one only if it was a client before. */
    of: ({ caller, program, outcome }: CountedRequest): readonly [caller: string, program: string] => {
      const isNew = isCallerKey(caller) && !programs.has(caller);
      if (isNew && outcome === 'unauthenticated') return [UNKNOWN_KEY, OTHERS];
      if (isNew && programs.size >= MAX_CALLERS) return [OTHERS, OTHERS];
      return [caller, programOf(caller, program)];
    },
  };
}

/** Creates counters over a store; what it does not have yet waits in memory. */
export function createCounters({ store, now, changed }: CounterParts): Counters {
  const journal = createJournal(now, changed);
  const clients = createClients();
  let cells = new Map<string, Cell>();
  let unsaved: readonly CounterRow[] = [];
  let saving: Promise<unknown> = Promise.resolve();
  let prunedAt = 0;

  const cellOf = (request: CountedRequest, caller: string, program: string, bucketAt: number): Cell => {
    const { resource, operation, side, outcome } = request;
    const key = `${bucketAt}\n${caller}\n${program}\n${resource}\n${operation}\n${side}\n${outcome}`;
    const present = cells.get(key);
    if (present !== undefined) return present;
    if (cells.size >= MAX_WAITING && caller !== OTHERS) return cellOf(request, OTHERS, OTHERS, bucketAt);
    const counted = { caller, program, resource, operation, side, outcome };
    const cell: Cell = { request: counted, bucketAt, requests: 0, latest: 0, traits: undefined };
    cells.set(key, cell);
    return cell;
  };
  const add = async (rows: readonly CounterRow[]): Promise<void> => {
    unsaved = rows;
    if (rows.length > 0) await store.add(rows);
    unsaved = [];
  };
  const load = async (): Promise<void> =>
    clients.load(await store.sums({ from: 0, to: now() + BUCKET_MS }, ['caller', 'program']));
  const write = async (): Promise<void> => {
    // What failed before goes first: rows on their way are in no other batch, so that none counts twice.
    await add(unsaved);
    const rows = [...cells.values()].flatMap(rowsOf);
    cells = new Map();
    await add(rows);
    const bucketAt = Math.floor(now() / BUCKET_MS) * BUCKET_MS;
    if (prunedAt === bucketAt) return;
    await store.prune(bucketAt - (KEPT_DAYS - 1) * BUCKET_MS, MAX_ROWS);
    await load();
    prunedAt = bucketAt;
  };
  const save = async (): Promise<void> => {
    const turn = saving.then(() => journal.attend({ renew: store.renew, save: write }));
    saving = turn;
    await turn;
  };
  return {
    count: (request) => {
      const at = now();
      const cell = cellOf(request, ...clients.of(request), Math.floor(at / BUCKET_MS) * BUCKET_MS);
      cell.requests += 1;
      if (at > cell.latest) cell.latest = at;
      for (const trait of request.traits)
        (cell.traits ??= new Map()).set(trait, (cell.traits.get(trait) ?? 0) + 1);
    },
    open: load,
    save,
    sums: async (window, by) => {
      await save();
      return store.sums(window, by);
    },
  };
}
