import { type Kysely, sql, type Transaction } from 'kysely';
import type { HighWaterMarks, IndexedOffer, StoredIndex, Pass } from '../gateway/lookup/indexStore';
import { begin, claim, finish, raiseMarks, readState, release } from './scanRows';
import type { StorePart } from './renewableStore';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type Work = Transaction<StoreTables>;

async function find(db: Db, partition: string, key: string) {
  const state = await db
    .selectFrom('login_index_partition')
    .select('complete_at')
    .where('partition', '=', partition)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('login_index_offer')
    .select(['offer_id', 'preferred', 'changed'])
    .where('partition', '=', partition)
    .where('login_key', '=', key)
    .execute();
  return {
    candidates: rows.map(({ offer_id: id, preferred, changed }) => ({
      id,
      key,
      changed,
      preferred: preferred === 1,
    })),
    complete: typeof state?.complete_at === 'number',
  };
}

/** Keeps one entry of each offer, its latest state, because PostgreSQL changes no row twice in a statement. */
function latestOf(entries: readonly IndexedOffer[]): readonly IndexedOffer[] {
  const latestOffers = new Map<string, IndexedOffer>();
  for (const entry of entries) {
    const knownChange = latestOffers.get(entry.id)?.changed ?? null;
    if (knownChange === null || entry.changed === null || entry.changed >= knownChange)
      latestOffers.set(entry.id, entry);
  }
  return [...latestOffers.values()];
}

async function put(db: Db, partition: string, pass: number, entries: readonly IndexedOffer[]): Promise<void> {
  if (entries.length === 0) return;
  const isEarlier = sql`excluded.changed < login_index_offer.changed`;
  await db
    .insertInto('login_index_offer')
    .values(
      latestOf(entries).map(({ id, key, preferred, changed }) => ({
        partition,
        offer_id: id,
        login_key: key,
        pass,
        changed,
        preferred: preferred ? 1 : 0,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['partition', 'offer_id']).doUpdateSet({
        login_key: sql`case when ${isEarlier} then login_index_offer.login_key else excluded.login_key end`,
        preferred: sql`case when ${isEarlier} then login_index_offer.preferred else excluded.preferred end`,
        changed: sql`case when ${isEarlier} then login_index_offer.changed else excluded.changed end`,
        pass: sql`excluded.pass`,
      }),
    )
    .execute();
}

async function remember(
  db: Work,
  partition: string,
  { number, nextPage, total, beganAt, marks }: Pass,
  entries: readonly IndexedOffer[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('login_index_partition')
    .set({ next_page: nextPage, total, began_at: beganAt, pass_id: marks.id, pass_changed: marks.changed })
    .where('partition', '=', partition)
    .where('pass', '=', number)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await put(db, partition, number, entries);
  return true;
}

async function note(db: Work, partition: string, entries: readonly IndexedOffer[]): Promise<void> {
  // The row is written, not only read, so that no pass of another process ends meanwhile and deletes the entries.
  const state = await db
    .updateTable('login_index_partition')
    .set((row) => ({ pass: row.ref('pass') }))
    .where('partition', '=', partition)
    .returning('pass')
    .executeTakeFirst();
  if (state !== undefined) await put(db, partition, state.pass, entries);
}

async function drop(db: Db, partition: string, id: string): Promise<void> {
  await db
    .deleteFrom('login_index_offer')
    .where('partition', '=', partition)
    .where('offer_id', '=', id)
    .execute();
}

/** Name of the row, which is no partition, that checks whether the file can be written. */
const PROBE = '';

/** Marks every partition as incomplete, with a new number of its last pass; rejects if the store cannot be written. */
async function invalidate(db: Work, pass: number): Promise<void> {
  await begin(db, PROBE, pass, 0);
  await db.updateTable('login_index_partition').set({ pass, next_page: null, complete_at: null }).execute();
}

async function count(db: Db, partition: string) {
  const { offers, keyed, logins } = await db
    .selectFrom('login_index_offer')
    .select(({ fn }) => [
      fn.countAll<number>().as('offers'),
      fn.count<number>('login_key').as('keyed'),
      fn.count<number>('login_key').distinct().as('logins'),
    ])
    .where('partition', '=', partition)
    .executeTakeFirstOrThrow();
  return { offers, unkeyed: offers - keyed, duplicates: keyed - logins };
}

/**
 * Creates an index of logins in a database, which outlives the process and is shared by instances. One transaction
 * stores a page and the position after it. Rejects if the database does.
 */
export function createLoginIndex(db: Db) {
  const atomic = <Value>(work: (transaction: Work) => Promise<Value>) => db.transaction().execute(work);
  return {
    find: (partition: string, key: string) => find(db, partition, key),
    state: (partition: string) => readState(db, partition),
    begin: (partition: string, pass: number, at: number) => begin(db, partition, pass, at),
    remember: (partition: string, pass: Pass, entries: readonly IndexedOffer[]) =>
      atomic((transaction) => remember(transaction, partition, pass, entries)),
    finish: (partition: string, pass: number, at: number) =>
      atomic((transaction) => finish(transaction, partition, pass, at)),
    note: (partition: string, entries: readonly IndexedOffer[]) =>
      atomic((transaction) => note(transaction, partition, entries)),
    correct: (partition: string, { id }: Pick<IndexedOffer, 'id'>, indexedOffer: IndexedOffer | undefined) =>
      indexedOffer === undefined
        ? drop(db, partition, id)
        : atomic((transaction) => note(transaction, partition, [indexedOffer])),
    advance: (partition: string, marks: HighWaterMarks) => raiseMarks(db, partition, marks),
    count: (partition: string) => count(db, partition),
    claim: (partition: string, by: string, gone?: number) => claim(db, partition, by, gone),
    release: (partition: string, by: string) => release(db, partition, by),
    invalidate: (pass: number) => atomic((transaction) => invalidate(transaction, pass)),
  };
}

/** Creates the part of a store for the index; it fails after the file was deleted or replaced, or opened again. */
export function createLoginIndexRows(storePart: StorePart<StoreTables>): StoredIndex {
  const index = createLoginIndex(storePart.db());
  return {
    ...index,
    // Every use of an index starts with one of these two.
    find: async (...keys) => {
      storePart.check();
      return index.find(...keys);
    },
    state: async (...partitions) => {
      storePart.check();
      return index.state(...partitions);
    },
    renew: async (pass) => {
      await storePart.renew((next) => createLoginIndex(next).invalidate(pass));
      return createLoginIndexRows(storePart);
    },
  };
}
