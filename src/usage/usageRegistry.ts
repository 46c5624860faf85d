import { OTHERS } from '../contract/recent';
import { createJournal, type Health } from '../contract/journal';
import { MOST_PROGRAMS, REFUSED_KEY } from './usageCounter';
import {
  addDays,
  addLines,
  addRows,
  dayOf,
  daysOf,
  isClient,
  linesOf,
  placeOf,
  UNKNOWN_KEY,
  type UsageDay,
  type UsageLine,
  type UsageRange,
  type UsageRow,
} from './usageRow';
import type { UsageStore } from './usageStore';

/** Options of createUsageRegistry. */
interface RegistryParts {
  readonly store: UsageStore;
  readonly now: () => number;
  /** Called when the store begins to fail and when it has recovered. */
  readonly changed: (health: Health) => void;
}

/** The usage of all processes of one gateway. */
export interface UsageRegistry {
  /** Adds what a process has counted. */
  readonly add: (rows: readonly UsageRow[]) => void;
  /** Loads the known clients from the store. Rejects when it fails. */
  readonly open: () => Promise<void>;
  /** Writes what waits, and once a day removes what is old. Never rejects. */
  readonly tick: () => Promise<void>;
  /** Sums of each place over days, with those that are not stored yet. Rejects when the store fails. */
  readonly lines: (range: UsageRange) => Promise<readonly UsageLine[]>;
  /** Sums of each day. Rejects when the store fails. */
  readonly days: (range: UsageRange) => Promise<readonly UsageDay[]>;
}

/** Days that are kept. */
export const KEPT_DAYS = 400;

/** Most rows that are kept: some 1 GB in the store; beyond it the oldest days go first. */
const MOST_ROWS = 5_000_000;

/** Keys that are counted apart; all further ones are counted together. */
const MOST_KEYS = 10_000;

/** Rows that wait for a store that fails; what comes for further places is counted together. */
const MOST_WAITING = 100_000;

/** Counts all clients together, by resource and operation. */
const ofOthers = (row: UsageRow): UsageRow => ({ ...row, caller: OTHERS, program: OTHERS });

/** Knows the clients, so that their number is bounded over processes and restarts. */
function createClients() {
  const known = new Map<string, Set<string>>();
  const programOf = (caller: string, program: string): string => {
    const programs = known.get(caller) ?? new Set();
    known.set(caller, programs);
    if (programs.has(program) || programs.size < MOST_PROGRAMS) {
      programs.add(program);
      return program;
    }
    return OTHERS;
  };
  return {
    load: (clients: readonly Pick<UsageRow, 'caller' | 'program'>[]): void => {
      known.clear();
      for (const { caller, program } of clients) programOf(caller, program);
    },
    place: (row: UsageRow): UsageRow => {
      const isRefused = row.caller.startsWith(REFUSED_KEY);
      const caller = isRefused ? row.caller.slice(REFUSED_KEY.length) : row.caller;
      if (isRefused && !known.has(caller)) return { ...row, caller: UNKNOWN_KEY, program: OTHERS };
      if (isClient(caller) && !known.has(caller) && known.size >= MOST_KEYS) return ofOthers(row);
      return { ...row, caller, program: programOf(caller, row.program) };
    },
  };
}

/** Creates the registry over a store; what is not stored yet waits in memory. */
export function createUsageRegistry({ store, now, changed }: RegistryParts): UsageRegistry {
  const journal = createJournal(now, changed);
  const clients = createClients();
  let waiting = new Map<string, UsageRow>();
  let saving: Promise<unknown> = Promise.resolve();
  let pruned = 0;

  const wait = (row: UsageRow): void => {
    const key = `${row.day}\n${placeOf(row)}`;
    const before = waiting.get(key);
    if (before !== undefined) waiting.set(key, addRows(before, row));
    else if (waiting.size < MOST_WAITING || row.caller === OTHERS) waiting.set(key, row);
    else wait(ofOthers(row));
  };
  const save = async (): Promise<void> => {
    const batch = [...waiting.values()];
    waiting = new Map();
    if (batch.length > 0) {
      try {
        await store.add(batch);
      } catch (error) {
        for (const row of batch) wait(row);
        throw error;
      }
    }
    if (pruned === dayOf(now())) return;
    await store.prune(dayOf(now()) - KEPT_DAYS + 1, MOST_ROWS);
    clients.load(await store.clients());
    pruned = dayOf(now());
  };
  const waits = ({ from, to, caller }: UsageRange): readonly UsageRow[] =>
    [...waiting.values()].filter(
      (row) => row.day >= from && row.day <= to && (caller === undefined || row.caller === caller),
    );
  return {
    open: async () => clients.load(await store.clients()),
    add: (rows) => {
      // A client that is new and whose key is refused later is known by then.
      const isRefused = ({ caller }: UsageRow): boolean => caller.startsWith(REFUSED_KEY);
      for (const row of rows) if (!isRefused(row)) wait(clients.place(row));
      for (const row of rows) if (isRefused(row)) wait(clients.place(row));
    },
    tick: async () => {
      saving = journal.attend({ renew: store.renew, save });
      await saving;
    },
    // A batch on its way to the store is in neither of the two.
    lines: async (range) => {
      await saving;
      const stored = await store.lines(range);
      return addLines([...stored, ...linesOf(waits(range))]);
    },
    days: async (range) => {
      await saving;
      return addDays([...(await store.days(range)), ...daysOf(waits(range))]);
    },
  };
}
