import type { Kysely } from 'kysely';
import type { StoredIndex } from '../gateway/lookup/indexStore';
import { createStoredComparison, type KeepingBounds } from './comparisonRows';
import { createCounterStore } from './counterRows';
import { createCutoverStore } from './cutoverRows';
import { createLoginIndexRows } from './loginIndexRows';
import { createMemberStore } from './memberRows';
import { createNoticeRows } from './noticeRows';
import type { PostgresPlace } from './postgresServer';
import { openRenewableStore, type RenewableStore } from './renewableStore';
import type { StoreTables } from './schema';

const NO_BOUNDS: KeepingBounds = { pairs: Number.MAX_SAFE_INTEGER, age: Infinity };

/** Path of a file, or a PostgreSQL server. */
export type StoreAt = string | PostgresPlace;

async function openStoreAt(address: StoreAt): Promise<RenewableStore> {
  if (typeof address === 'string') return openRenewableStore({ kind: 'file', path: address });
  // The driver of PostgreSQL is loaded only for a server.
  const { openRenewableServer } = await import('./postgresServer.js');
  return openRenewableServer(address);
}

const createIndexRows = ({ part }: RenewableStore): StoredIndex => createLoginIndexRows(part());

/** Store of everything that survives a restart. */
export type WholeStore = ReturnType<typeof createStoreRows>;

function createStoreRows(store: RenewableStore, bounds: KeepingBounds) {
  const { part, others, close } = store;
  // It is one part, so that reopening the log of stages also renews the membership and the notices.
  const staged = part();
  return {
    cutover: createCutoverStore(staged),
    notices: createNoticeRows(staged),
    members: createMemberStore(staged, others),
    comparison: createStoredComparison(part(), bounds),
    index: createIndexRows(store),
    counters: createCounterStore(part()),
    close,
  };
}

/** Opens the store, a server's for this gateway alone. Throws when it cannot be opened or is not a database. */
export const openWholeStore = async (address: StoreAt, bounds = NO_BOUNDS): Promise<WholeStore> =>
  createStoreRows(await openStoreAt(address), bounds);

/** Store in memory, which ends with the process and is shared with nobody. */
export type MemoryStore = Omit<WholeStore, 'index' | 'members' | 'notices'>;

/** Opens a store in memory. `fill` gets the database before anything reads it. */
export async function openMemoryStore(
  bounds: KeepingBounds = NO_BOUNDS,
  fill: (db: Kysely<StoreTables>) => Promise<void> = () => Promise.resolve(),
): Promise<MemoryStore> {
  const memory = await openRenewableStore({ kind: 'memory' });
  await fill(memory.part().db());
  return createStoreRows(memory, bounds);
}

/** Opens the index of a store, or a file with an index only. Throws if it cannot be opened or is no database. */
export async function openStoredIndex(address: StoreAt): Promise<Pick<WholeStore, 'index' | 'close'>> {
  const store = await openStoreAt(address);
  return { index: createIndexRows(store), close: store.close };
}
