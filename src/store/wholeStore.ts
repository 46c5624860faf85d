import type { Kysely } from 'kysely';
import type { CutoverStore } from '../cutover/cutoverStore';
import type { MemberStore } from '../cutover/members/memberStore';
import type { StoredIndex } from '../gateway/lookup/indexStore';
import { type ComparisonRows, createComparisonRows, type KeepingBounds } from './comparisonRows';
import { createCutoverRows } from './cutoverRows';
import { memoryPart, openRenewableStore } from './renewableStore';
import { createLoginIndexRows } from './loginIndexRows';
import { createMemberRows } from './memberRows';
import type { PostgresPlace } from './postgresServer';
import { openStore } from './openStore';
import { storeMigrations, type StoreTables } from './schema';
import { createCounterRows } from './counterRows';
import type { CounterStore } from '../cutover/counters';

const cutoverTables = [...(['cutover_event', 'cutover_evidence', 'cutover_write', 'cutover_label'] as const)];
const comparisonTables = [
  ...(['comparison_outcome', 'comparison_observation', 'comparison_sample'] as const),
];
const memberTables = ['member', 'member_lease', 'member_news', 'member_counted'] as const;

const indexTables = ['login_index_partition', 'login_index_offer'] as const;

export const carriedTables = [...cutoverTables, ...comparisonTables, 'counter'] as const;

/** Store of everything that survives a restart. */
export interface WholeStore {
  readonly cutover: CutoverStore;
  readonly comparison: ComparisonRows;
  readonly index: StoredIndex;
  readonly counters: CounterStore;
  readonly close: () => Promise<void>;
}

/** Store in the process that decides by it. */
export interface OwnStore extends WholeStore {
  readonly members: MemberStore;
}

const NO_BOUNDS: KeepingBounds = { pairs: Number.MAX_SAFE_INTEGER, age: Infinity };

/** Loads the driver of PostgreSQL, which a store in a file does not need. */
const renewableServer = () => import('./renewableServer.js');

/** Path of a file, or a PostgreSQL server. */
export type StoreAt = string | PostgresPlace;

/** Opens the store, a server's for this gateway alone. Throws when it cannot be opened or is not a database. */
export async function openWholeStore(at: StoreAt, bounds: KeepingBounds = NO_BOUNDS): Promise<OwnStore> {
  const {
    part: partOf,
    others: otherProcesses,
    close,
  } = typeof at === 'string'
    ? await openRenewableStore<StoreTables>(at, storeMigrations)
    : await (await renewableServer()).openRenewableServer<StoreTables>(at, { migrations: storeMigrations });
  // It is one part, so that reopening the log of stages also renews the membership.
  const staged = partOf([...cutoverTables, 'cutover_probe', ...memberTables]);
  return {
    cutover: createCutoverRows(staged),
    members: createMemberRows(staged, otherProcesses),
    comparison: createComparisonRows(partOf(comparisonTables), bounds),
    index: createLoginIndexRows(partOf(indexTables)),
    counters: createCounterRows(partOf(['counter'])),
    close,
  };
}

/** Store in memory, which ends with the process. */
export type MemoryStore = Omit<WholeStore, 'index'>;

/** Creates the parts of a store in memory. */
export function memoryStoreOver(
  db: Kysely<StoreTables>,
  bounds: KeepingBounds = NO_BOUNDS,
): Omit<MemoryStore, 'close'> {
  const storePart = memoryPart(db);
  return {
    cutover: { ...createCutoverRows(storePart), lasting: false },
    comparison: createComparisonRows(storePart, bounds),
    counters: createCounterRows(storePart),
  };
}

/** Opens a store in memory. */
export async function openMemoryStore(bounds?: KeepingBounds): Promise<MemoryStore> {
  const { db, close } = await openStore<StoreTables>({ kind: 'memory' }, storeMigrations);
  return { ...memoryStoreOver(db, bounds), close };
}

/**
 * Opens the index of a store whose other parts are open elsewhere in the gateway, or of a file with an index only.
 * Throws if it cannot be opened or is not a database.
 */
export async function openStoredIndex(at: StoreAt): Promise<Pick<WholeStore, 'index' | 'close'>> {
  const { part: partOf, close } =
    typeof at === 'string'
      ? await openRenewableStore<StoreTables>(at, storeMigrations)
      : await (await renewableServer()).openRenewableServer<StoreTables>(at);
  return { index: createLoginIndexRows(partOf(indexTables)), close };
}
