import type { Counts, CutoverStore } from '../cutoverStore';
import type { CallerUse, Usage } from './evidence';
import type { Served } from './traffic';
import { createWriteCount } from './writeForecast';

/** Stores the usage of resources. */
type WriteUsage = (all: Counts['usage']) => Promise<unknown>;

/** Counts the requests of clients; the counts survive a restart and are shared by all processes of one gateway. */
export interface UsageCount {
  readonly count: (served: Served) => void;
  /** Returns the usage of a resource, without callers not seen for 90 days. */
  readonly of: (resource: string) => Usage;
  /** Loads the usage from the store. Rejects when it fails. */
  readonly open: () => Promise<void>;
  /** Saves changes since the last call, by default each by itself. Rejects when the store fails. */
  readonly save: (write?: WriteUsage) => Promise<void>;
  /** Loads what the store has; the returned function puts it in the place of what is here. */
  readonly load: () => Promise<() => void>;
  /** Marks everything as changed, since the store may have been replaced. */
  readonly keepAnew: () => void;
}

const DAY = 86_400_000;

/** Days kept: no plan may look further back. */
export const MOST_DAYS = 90;

/** Cap of the callers of one resource; the one seen longest ago is forgotten first. */
const MOST_CALLERS = 10_000;

/** Signatures of requests with an unknown key: their sender is no client. */
const STRANGERS: ReadonlySet<string> = new Set(['unauthenticated', '401']);

interface Counted extends Usage {
  readonly days: Map<number, Map<string, number>>;
  readonly callers: Map<string, CallerUse>;
  /** The caller of the last entry, if it was counted here. */
  latest?: string;
}

const dayOf = (at: number): number => Math.floor(at / DAY);

const unused: CallerUse = { v1: 0, v2: 0, latest: 0 };

function countCaller(
  counted: Counted,
  served: Served,
  now: number,
  countWrite: ReturnType<typeof createWriteCount>,
): void {
  const { caller, side } = served;
  const { callers } = counted;
  const use = callers.get(caller) ?? unused;
  const { v1, v2 } = use;
  const writes = served.write === undefined ? use.writes : countWrite(served, use, now);
  // The latest caller is the last entry, so that the first entry is the one to forget.
  if (counted.latest !== caller) callers.delete(caller);
  counted.latest = caller;
  const sides = { v1: v1 + Number(side === 'v1'), v2: v2 + Number(side === 'v2'), latest: now };
  callers.set(caller, writes === undefined ? sides : { ...sides, writes });
  if (callers.size <= MOST_CALLERS) return;
  const [oldest] = callers.keys();
  if (oldest !== undefined) callers.delete(oldest);
}

function forgetOld({ days, callers }: Counted, now: number): void {
  for (const day of days.keys()) {
    if (day > dayOf(now) - MOST_DAYS) break;
    days.delete(day);
  }
  for (const [caller, { latest }] of callers) {
    if (latest > now - MOST_DAYS * DAY) break;
    callers.delete(caller);
  }
}

const copied = ({ since, days, callers }: Usage): Counted => ({
  since,
  days: new Map([...days].map(([day, counts]) => [day, new Map(counts)])),
  callers: new Map([...callers].sort(([, one], [, other]) => one.latest - other.latest)),
});

/** Creates the count of usage, kept in a store. */
export function createUsage(store: Pick<CutoverStore, 'usage' | 'saveUsage'>, now: () => number): UsageCount {
  const resources = new Map<string, Counted>();
  const countWrite = createWriteCount();
  const changed = new Set<string>();
  const of = (resource: string): Counted => {
    const known = resources.get(resource) ?? { since: now(), days: new Map(), callers: new Map() };
    resources.set(resource, known);
    forgetOld(known, now());
    return known;
  };
  return {
    of,
    count: (served) => {
      const { resource, operation, caller, signature } = served;
      if (STRANGERS.has(signature)) return;
      // What is old is forgotten by who looks.
      const counted = resources.get(resource) ?? of(resource);
      const at = now();
      const today = counted.days.get(dayOf(at)) ?? new Map<string, number>();
      counted.days.set(dayOf(at), today.set(operation, (today.get(operation) ?? 0) + 1));
      if (caller !== '') countCaller(counted, served, at, countWrite);
      changed.add(resource);
    },
    open: async () => {
      for (const [resource, usage] of await store.usage()) resources.set(resource, copied(usage));
    },
    keepAnew: () => {
      for (const resource of resources.keys()) changed.add(resource);
    },
    load: async () => {
      const loaded = await store.usage();
      return () => {
        resources.clear();
        changed.clear();
        for (const [resource, usage] of loaded) resources.set(resource, copied(usage));
      };
    },
    save: async (write) => {
      const left = new Set(changed);
      changed.clear();
      const eachAlone: WriteUsage = async (all) => {
        for (const one of all) {
          await store.saveUsage(...one);
          left.delete(one[0]);
        }
      };
      const taken = Array.from(left, (resource) => [resource, of(resource)] as const);
      await (write ?? eachAlone)(taken).catch((error: unknown) => {
        for (const resource of left) changed.add(resource);
        throw error;
      });
    },
  };
}

/** Use of a resource within some days: requests by operation, and the start of the count. */
export interface Used {
  readonly days: number;
  /** Clock ms. */
  readonly since: number;
  readonly operations: ReadonlyMap<string, number>;
}

/** Returns the use within so many days, including today. */
export function usedWithin({ since, days: counted }: Usage, days: number, now: number): Used {
  const operations = new Map<string, number>();
  for (const [day, counts] of counted) {
    if (day <= dayOf(now) - days) continue;
    for (const [name, count] of counts) operations.set(name, (operations.get(name) ?? 0) + count);
  }
  return { days, since: Math.max(since, (dayOf(now) - days + 1) * DAY), operations };
}
