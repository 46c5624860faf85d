import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import type { CutoverStore } from '../cutover/cutoverStore';
import type { MemberStore } from '../cutover/stages/memberStore';
import { verifyChain } from '../cutover/stages/stageEvent';
import type { StoredIndex } from '../gateway/lookup/indexStore';
import { type ComparisonRows, createComparisonRows, type KeepingBounds } from './comparisonRows';
import { copyTable, pagesOf, tablesIn } from './copyTables';
import { createCutoverRows, isBeginning } from './cutoverRows';
import { readEvents } from './stageEventRows';
import { memoryPart, openRenewableStore } from './renewableStore';
import { createLoginIndexRows } from './loginIndexRows';
import { createMemberRows } from './memberRows';
import type { PostgresPlace } from './postgresServer';
import { inspectStore, openForReading, openStore } from './openStore';
import { storeMigrations, type StoreTables } from './schema';
import { createCounterRows } from './counterRows';
import type { CounterStore } from '../cutover/counters';

type Db = Kysely<StoreTables>;

/** Former settings that named a file of their own, with the tables in it. */
const formerTables = {
  'cutover.store': [
    ...(['cutover_event', 'cutover_evidence', 'cutover_write', 'cutover_usage', 'cutover_label'] as const),
  ],
  'comparison.store': [
    ...(['comparison_outcome', 'comparison_observation', 'comparison_sample'] as const),
    'comparison_resolution',
  ],
} as const;

/** A file that a former setting names. */
export interface FormerStore {
  readonly setting: keyof typeof formerTables;
  readonly file: string;
}

const memberTables = ['member', 'member_lease', 'member_news', 'member_counted'] as const;

const indexTables = ['login_index_partition', 'login_index_offer'] as const;

export const carriedTables = [...Object.values(formerTables).flat(), 'store_import', 'counter'] as const;

/** Opens a former file to read it. Throws when it is damaged or is no such file. */
async function openFormer({ setting, file }: FormerStore) {
  const verdict = inspectStore(file);
  if (verdict !== 'ok') throw new Error(`it is damaged: ${verdict.replaceAll(/\s+/g, ' ')}`);
  const { db, close } = openForReading<StoreTables>(file);
  const names = await tablesIn(db);
  const tables = formerTables[setting].filter((table) => names.has(table));
  if (tables.length > 0 || names.size === 0) return { db, close, tables };
  await close();
  throw new Error(`it holds nothing that ${setting} ever kept`);
}

/** Rejects if the log of a former file is broken, or is neither the beginning nor the continuation of the store's. */
async function checkLog(former: Db, db: Db): Promise<void> {
  const [theirs, ours] = [await readEvents(former), await readEvents(db)];
  const verdict = verifyChain(theirs);
  if (!verdict.ok) throw new Error(`line ${verdict.seq} of its log is broken: ${verdict.problem}`);
  if (!isBeginning(theirs, ours) && !isBeginning(ours, theirs))
    throw new Error('its log of stages is another than that of the store');
}

/** Number of imported rows; or why there was nothing to import. */
type Imported = number | 'before' | 'missing';

async function importStore(db: Db, former: FormerStore, now: number): Promise<Imported> {
  const { setting, file } = former;
  const known = db
    .selectFrom('store_import')
    .select('at')
    .where('setting', '=', setting)
    .where('file', '=', file);
  if ((await known.executeTakeFirst()) !== undefined) return 'before';
  if (!existsSync(file)) return 'missing';
  const opened = await openFormer(former);
  try {
    if (opened.tables.some((table) => table === 'cutover_event')) await checkLog(opened.db, db);
    // The mark is written with the rows, so that a killed process imports all of it or nothing.
    return await db.transaction().execute(async (work) => {
      let rows = 0;
      for (const table of opened.tables) rows += await copyTable(pagesOf(opened.db, table), work, table);
      await work.insertInto('store_import').values({ setting, file, at: now, rows }).execute();
      return rows;
    });
  } finally {
    await opened.close();
  }
}

/** The store of everything that survives a restart. */
export interface WholeStore {
  readonly cutover: CutoverStore;
  readonly comparison: ComparisonRows;
  readonly index: StoredIndex;
  readonly counters: CounterStore;
  readonly close: () => Promise<void>;
}

/** The store as the process has it that decides by it. */
export interface OwnStore extends WholeStore {
  readonly members: MemberStore;
  /** Imports a former file once. */
  readonly take: (former: FormerStore, now: number) => Promise<Imported>;
}

export const NO_BOUNDS: KeepingBounds = { pairs: Number.MAX_SAFE_INTEGER, age: Infinity };

/** Loads the driver of PostgreSQL, which a store in a file does not need. */
const renewableServer = () => import('./renewableServer.js');

/** Path of a file, or a PostgreSQL server. */
export type StoreAt = string | PostgresPlace;

/** Opens the store, a server's for this gateway alone. Throws when it cannot be opened or is not a database. */
export async function openWholeStore(at: StoreAt, bounds: KeepingBounds = NO_BOUNDS): Promise<OwnStore> {
  const { part, others, close } =
    typeof at === 'string'
      ? await openRenewableStore<StoreTables>(at, storeMigrations)
      : await (await renewableServer()).openRenewableServer<StoreTables>(at, { migrations: storeMigrations });
  // One part: who opens the log of stages anew goes on as a member there.
  const staged = part([...formerTables['cutover.store'], 'cutover_probe', ...memberTables]);
  return {
    cutover: createCutoverRows(staged),
    members: createMemberRows(staged, others),
    comparison: createComparisonRows(part(formerTables['comparison.store']), bounds),
    index: createLoginIndexRows(part(indexTables)),
    counters: createCounterRows(part(['counter'])),
    take: (former, now) => importStore(part(['store_import']).db(), former, now),
    close,
  };
}

/** Opens counters in memory, which end with the process. */
export async function openMemoryCounters(): Promise<Pick<WholeStore, 'counters' | 'close'>> {
  const { db, close } = await openStore<StoreTables>({ kind: 'memory' }, storeMigrations);
  return { counters: createCounterRows(memoryPart(db)), close };
}

/**
 * Opens the index of a store whose rest another part of the gateway has open, or of a file that holds nothing else. Throws when it cannot be opened or is not a database.
 */
export async function openStoredIndex(at: StoreAt): Promise<Pick<WholeStore, 'index' | 'close'>> {
  const { part, close } =
    typeof at === 'string'
      ? await openRenewableStore<StoreTables>(at, storeMigrations)
      : await (await renewableServer()).openRenewableServer<StoreTables>(at);
  return { index: createLoginIndexRows(part(indexTables)), close };
}
