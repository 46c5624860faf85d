import { DAY_MS, DAY_SECONDS, HOUR_MS, HOUR_SECONDS } from '../../contract/clock';
import { addEachCount, addToCount } from '../../contract/recent';
import { isCallerKey, OPERATOR } from './countedClients';
import type { Counters, CounterRow, ReadSums } from '../counters';
import { addWrites, readWrites, type WritesOfHour } from './writeHours';

/** Requests of one caller by the side that answered. */
export interface CallerUse {
  readonly v1: number;
  readonly v2: number;
  /** Instant of the latest request, clock ms. */
  readonly latest: number;
  /** Writes of the last day. They are absent without any. */
  readonly writes?: readonly WritesOfHour[];
}

/** Requests of clients for one resource; they do not depend on the mapping, so a new epoch keeps them. */
export interface Usage {
  /** Instant of the earliest known request, clock ms. */
  since: number;
  /** Requests by day (days since the Unix epoch) and operation. */
  readonly days: Map<number, Map<string, number>>;
  /** Use by caller (fingerprint of the key). */
  readonly callers: Map<string, CallerUse>;
}

/** Sums of the counters, which the gate and the lists of callers read without waiting for the store. */
export type UsageSums = ReturnType<typeof createUsage>;

/** Number of stored days, beyond which no plan may look back. */
export const MAX_USED_DAYS = 90;

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Time (ms) after the end of a day in which processes may still store its counts. */
const LATE_MS = HOUR_MS;

/** Returns the midnight (clock ms) before which counts hardly change any more, so that they are read once a day. */
export const settledMidnight = (now: number): number => dayOf(now - LATE_MS) * DAY_MS;

type Resources = Map<string, Usage>;

type Answered = Pick<CounterRow, 'resource' | 'side' | 'outcome' | 'requests' | 'latest'>;

const COMMON_COLUMNS = ['resource', 'side', 'outcome'] as const;
const DAY_COLUMNS = [...COMMON_COLUMNS, 'bucketAt', 'operation'] as const;

/** Recognizes a request of a mapped operation that a side has answered. An unknown key is no client. */
const isUse = ({ resource, side, outcome }: Answered): boolean =>
  resource !== '' && side !== 'gateway' && outcome !== 'unauthenticated';

function usageSince(all: Resources, resource: string, since: number): Usage {
  const usage = all.get(resource) ?? { since, days: new Map(), callers: new Map() };
  all.set(resource, usage);
  usage.since = Math.min(usage.since, since);
  return usage;
}

function addToDay(all: Resources, row: Answered & Pick<CounterRow, 'bucketAt' | 'operation'>): void {
  if (!isUse(row)) return;
  const { operation, requests, latest: latestAt } = row;
  const { days } = usageSince(all, row.resource, latestAt);
  const day = days.get(dayOf(row.bucketAt)) ?? new Map<string, number>();
  days.set(dayOf(row.bucketAt), day);
  addToCount(day, operation, requests);
}

const unused: CallerUse = { v1: 0, v2: 0, latest: 0 };

function addCaller(all: Resources, row: Answered & Pick<CounterRow, 'caller'>): void {
  const { caller, side, requests, latest: latestAt } = row;
  if (!isUse(row) || !isCallerKey(caller)) return;
  const { callers } = usageSince(all, row.resource, latestAt);
  const use = callers.get(caller) ?? unused;
  callers.set(caller, {
    ...use,
    v1: use.v1 + (side === 'v1' ? requests : 0),
    v2: use.v2 + (side === 'v2' ? requests : 0),
    latest: Math.max(use.latest, latestAt),
  });
}

/** Adds a row with a trait to the hours of its caller. */
function addHour(
  all: Resources,
  row: Pick<CounterRow, 'resource' | 'caller' | 'bucketAt' | 'requests' | 'latest'>,
  trait: string,
): void {
  const { callers } = usageSince(all, row.resource, row.latest);
  const use = callers.get(row.caller) ?? unused;
  const writes = addWrites(use.writes ?? [], row, trait);
  if (writes !== use.writes) callers.set(row.caller, { ...use, writes });
}

function addStored(all: Resources, row: CounterRow): void {
  if (row.bucketSeconds === HOUR_SECONDS) addHour(all, row, row.trait);
  else if (row.bucketSeconds === DAY_SECONDS && row.trait === '' && row.caller !== OPERATOR) {
    addToDay(all, row);
    addCaller(all, row);
  }
}

/** Reads the days of a period, separately by days and by callers, because both together would be many rows. */
async function readDays(
  sums: ReadSums,
  period: { readonly from: number; readonly to: number },
): Promise<Resources> {
  const all: Resources = new Map();
  const window = { ...period, except: OPERATOR };
  for (const row of await sums(window, DAY_COLUMNS)) addToDay(all, row);
  for (const row of await sums(window, [...COMMON_COLUMNS, 'caller'])) addCaller(all, row);
  return all;
}

/** Creates the sums without reading them. */
export function createUsage(now: () => number) {
  let all: Resources = new Map();
  let earlier: Resources = new Map();
  let readTo = -Infinity;
  return {
    /** Returns the usage of a resource within 90 days, with the counts of others at the latest reading. */
    usageOf: (resource: string): Usage =>
      all.get(resource) ?? { since: now(), days: new Map(), callers: new Map() },
    /** Returns the names of all used resources. */
    listResources: (): readonly string[] => [...all.keys()],
    /** Adds a count of this process, with the traits of the request. */
    addCounted: (row: CounterRow, traits: readonly string[]): void => {
      addStored(all, row);
      // The traits of a day say how clients ask, not how often.
      if (row.bucketSeconds === HOUR_SECONDS) for (const trait of traits) addHour(all, row, trait);
    },
    /** Reads the counts of all processes. Rejects if the store fails. */
    readCounts: ({ readAtRest }: Pick<Counters, 'readAtRest'>): Promise<void> =>
      readAtRest(async (sums, waiting) => {
        const settled = settledMidnight(now());
        const from = (dayOf(now()) - MAX_USED_DAYS + 1) * DAY_MS;
        const previousResources = readTo === settled ? earlier : await readDays(sums, { from, to: settled });
        const next = structuredClone(previousResources);
        const unsettled = { from: settled, to: Number.MAX_SAFE_INTEGER, except: OPERATOR };
        for (const row of await sums(unsettled, [...DAY_COLUMNS, 'caller'])) {
          addToDay(next, row);
          addCaller(next, row);
        }
        for (const row of await readWrites(sums, now())) addHour(next, row, row.trait);
        // Nothing is awaited from here on, so that later counts are added to these.
        for (const row of waiting()) addStored(next, row);
        [all, earlier, readTo] = [next, previousResources, settled];
      }),
  };
}

/** Use of a resource within a number of days: requests by operation, and the start of the count. */
export interface UsedOperations {
  readonly days: number;
  /** Start of the count, clock ms. */
  readonly since: number;
  readonly operations: ReadonlyMap<string, number>;
}

/** Returns the use within a number of days, including today. */
export function usedOperations({ since, days: counted }: Usage, days: number, now: number): UsedOperations {
  const operations = new Map<string, number>();
  for (const [day, counts] of counted) {
    if (day <= dayOf(now) - days) continue;
    addEachCount(operations, counts);
  }
  return { days, since: Math.max(since, (dayOf(now) - days + 1) * DAY_MS), operations };
}
