import { existsSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { isLive } from '../cutover/members/memberStore';
import { verifyChain } from '../cutover/stages/stageEvent';
import { addRows, putRows, ROWS_AT_ONCE } from './putRows';
import { readEvents } from './cutoverRows';
import { documentQueries } from './documentTable';
import { type MemoryStore, openMemoryStore, type StoreAt } from './wholeStore';
import { openDatabase } from './postgresServer';
import { readMembers } from './memberRows';
import { inspectStore, openForReading, openStore, type Store } from './sqliteStore';
import { listTables } from './migrations';
import { primaryKeys, storeMigrations, type StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type Table = keyof StoreTables;

type Opened = Pick<Store<StoreTables>, 'db' | 'close'>;

/** Tables with the content of a store; the others contain its current users. */
const copiedTables = (Object.keys(primaryKeys) as readonly Table[]).filter(
  (table) => !table.startsWith('member'),
);

/** Returns the condition of the rows with content. A copied lease would last by a clock that the target lacks. */
const contentCondition = (table: Table) =>
  table === 'document' ? sql`kind not in ('probe', 'lease')` : sql`true`;

/** Copies a table page by page, in the order of its key. Returns the number of rows. Existing rows stay. */
async function copyTable(from: Db, to: Db, table: Table): Promise<number> {
  const key = sql.join(primaryKeys[table].map((name) => sql.ref(name)));
  let count = 0;
  for (let last: Record<string, unknown> | undefined; ;) {
    const values = primaryKeys[table].map((name) => last?.[name]);
    const isNext = last === undefined ? sql`true` : sql`(${key}) > (${sql.join(values)})`;
    const { rows } = await sql<StoreTables[Table]>`
      select * from ${sql.table(table)} where ${contentCondition(table)} and ${isNext}
      order by ${key} limit ${ROWS_AT_ONCE}`.execute(from);
    if (rows.length === 0) return count;
    await addRows(to, table, rows, 'stays');
    count += rows.length;
    last = rows.at(-1);
  }
}

export type CopiedRows = Readonly<Record<string, number>>;

/** Opens the store to copy without changing it. */
async function openSource(address: StoreAt): Promise<Opened> {
  if (typeof address !== 'string') return openDatabase(address, true);
  if (!existsSync(address)) throw new Error('there is no such file');
  const verdict = inspectStore(address);
  if (verdict !== 'ok') throw new Error(`the file is damaged: ${verdict}`);
  return openForReading<StoreTables>(address);
}

function openTarget(address: StoreAt): Promise<Opened> {
  if (typeof address !== 'string') return openDatabase(address);
  return openStore<StoreTables>({ kind: 'file', path: address }, storeMigrations);
}

/** Throws if a gateway uses a store, because the copy would miss its later counts. */
async function checkUnused(db: Db, now: number): Promise<void> {
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
    const content = sql`select 1 from ${sql.table(table)} where ${contentCondition(table)} limit 1`;
    const { rows } = await content.execute(db);
    if (rows.length > 0) throw new Error(`it is not empty (${table}): name a new file or database`);
  }
}

/** Adds the name of one of two stores to its errors. */
const addStoreNameToErrors = async <Value>(name: string, work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
};

/**
 * Copies a store into an empty file or database, all of it or nothing, and verifies the log on both sides. Throws if
 * one of them cannot be opened or is in use, if the log is broken, or if the target is not empty. The errors contain
 * the names.
 */
export async function copyStore(
  from: { readonly at: StoreAt; readonly name: string },
  to: { readonly at: StoreAt; readonly name: string },
  now: number,
): Promise<{ readonly rows: CopiedRows; readonly events: number }> {
  const source = await addStoreNameToErrors(from.name, () => openSource(from.at));
  try {
    const tables = await addStoreNameToErrors(from.name, () => listTables(source.db));
    if (!tables.has('cutover_event')) throw new Error(`${from.name}: it is no store of Lifeboat`);
    if (!tables.has('document'))
      throw new Error(`${from.name}: an older version wrote it: start a gateway on it once, then copy it`);
    await addStoreNameToErrors(from.name, () => checkUnused(source.db, now));
    const events = await addStoreNameToErrors(from.name, () => checkLog(source.db));
    const target = await addStoreNameToErrors(to.name, () => openTarget(to.at));
    try {
      return await addStoreNameToErrors(to.name, async () => {
        await checkUnused(target.db, now);
        await checkEmpty(target.db);
        return target.db.transaction().execute(async (work) => {
          const rows: Record<string, number> = {};
          for (const table of copiedTables) rows[table] = await copyTable(source.db, work, table);
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

const READ_TABLES = [
  'cutover_event',
  'cutover_write',
  'document',
  'comparison_observation',
  'counter',
] as const;

/**
 * Copies a store into memory, to read it without changing a store that a gateway of another version may use. Throws if
 * it does not exist or is not a database.
 */
export async function readWholeStore(at: StoreAt): Promise<MemoryStore> {
  const from = typeof at === 'string' ? openForReading<StoreTables>(at) : await openDatabase(at, true);
  try {
    const names = await listTables(from.db);
    return await openMemoryStore(undefined, async (db) => {
      for (const table of READ_TABLES) if (names.has(table)) await copyTable(from.db, db, table);
      for (const query of (await documentQueries(from.db)).values())
        await putRows(db, 'document', (await query.execute(from.db)).rows as StoreTables['document'][]);
    });
  } finally {
    await from.close();
  }
}
