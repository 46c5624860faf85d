import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { isLive } from '../cutover/members/memberStore';
import { verifyChain } from '../cutover/stages/stageEvent';
import { copyTable, copiedTables, pagesOf } from './copyTables';
import { readEvents } from './cutoverRows';
import { carriedTables, type MemoryStore, openMemoryStore, type StoreAt } from './wholeStore';
import { openDatabase } from './postgresServer';
import { readMembers } from './memberRows';
import { inspectStore, openForReading, openStore } from './openStore';
import { tablesIn } from './migrations';
import { storeMigrations, type StoreTables } from './schema';

type Db = Kysely<StoreTables>;

interface Opened {
  readonly db: Db;
  readonly close: () => Promise<void>;
}

export type CopiedRows = Readonly<Record<string, number>>;

/** Opens the store to copy without changing it. */
async function openSource(at: StoreAt): Promise<Opened> {
  if (typeof at !== 'string') return openDatabase<StoreTables>(at);
  if (!existsSync(at)) throw new Error('there is no such file');
  const verdict = inspectStore(at);
  if (verdict !== 'ok') throw new Error(`the file is damaged: ${verdict}`);
  return openForReading<StoreTables>(at);
}

const openTarget = (at: StoreAt): Promise<Opened> =>
  typeof at === 'string'
    ? openStore<StoreTables>({ kind: 'file', path: at }, storeMigrations)
    : openDatabase<StoreTables>(at, storeMigrations);

/** Throws if a gateway uses a store, because the copy would miss its later counts. */
async function checkUnused(db: Db, tables: ReadonlySet<string>, now: number): Promise<void> {
  if (!tables.has('member')) return;
  const listed = await readMembers(db, now);
  const user = listed.members.find((member) => isLive(member, listed.now));
  if (user !== undefined) throw new Error(`${user.name} uses it: end that gateway first`);
}

/** Returns the number of events in the log of a store. Throws if its chain is broken. */
async function checkLog(db: Db): Promise<number> {
  const verdict = verifyChain(await readEvents(db));
  if (!verdict.ok) throw new Error(`line ${verdict.seq} of its log is broken: ${verdict.problem}`);
  return verdict.events;
}

async function checkEmpty(db: Db): Promise<void> {
  for (const table of copiedTables) {
    if (table === 'cutover_probe') continue;
    const row = await db.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (row !== undefined) throw new Error(`it is not empty (${table}): name a new file or database`);
  }
}

/** Adds the name of one of two stores to its errors. */
const about = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};

/**
 * Copies a store into an empty file or database, all of it or nothing, and verifies the log on both sides. Throws if
 * one of them cannot be opened or is in use, if the log is broken, or if the target is not empty; the errors contain
 * the names.
 */
export async function copyStore(
  from: { readonly at: StoreAt; readonly name: string },
  to: { readonly at: StoreAt; readonly name: string },
  now: number,
): Promise<{ readonly rows: CopiedRows; readonly events: number }> {
  const source = await about(from.name, () => openSource(from.at));
  try {
    const tables = await about(from.name, () => tablesIn(source.db));
    if (!tables.has('cutover_event')) throw new Error(`${from.name}: it is no store of Lifeboat`);
    if (tables.has('cutover_usage'))
      throw new Error(`${from.name}: an older version wrote it: start a gateway on it once, then copy it`);
    await about(from.name, () => checkUnused(source.db, tables, now));
    const events = await about(from.name, () => checkLog(source.db));
    const target = await about(to.name, () => openTarget(to.at));
    try {
      return await about(to.name, async () => {
        await checkUnused(target.db, new Set(['member']), now);
        await checkEmpty(target.db);
        return target.db.transaction().execute(async (work) => {
          const rows: Record<string, number> = {};
          for (const table of copiedTables)
            if (tables.has(table)) rows[table] = await copyTable(pagesOf(source.db, table), work, table);
          if ((await checkLog(work)) !== events) throw new Error('the log of stages was not copied whole');
          return { rows, events };
        });
      });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * Copies a store into memory, to read it without changing a store that a gateway of another version may use. Throws if
 * it does not exist or is not a database.
 */
export async function readWholeStore(at: StoreAt): Promise<MemoryStore> {
  const from = typeof at === 'string' ? openForReading<StoreTables>(at) : await openDatabase<StoreTables>(at);
  try {
    const names = await tablesIn(from.db);
    return await openMemoryStore(undefined, async (db) => {
      for (const table of carriedTables)
        if (names.has(table)) await copyTable(pagesOf(from.db, table), db, table);
    });
  } finally {
    await from.close();
  }
}
