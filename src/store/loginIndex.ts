import type { Kysely, Transaction } from 'kysely';
import type { LoginIndexTables } from './loginIndexTables';

/** One offer, without its login. */
interface Entry {
  readonly id: string;
  readonly key: string | null;
  readonly preferred: boolean;
}

/** A reading of the whole list, and where it goes on. */
interface Pass {
  readonly number: number;
  readonly nextPage: number | null;
  readonly total: number | null;
  readonly beganAt: number;
}

type Db = Kysely<LoginIndexTables>;

async function find(db: Db, partition: string, key: string) {
  const state = await db
    .selectFrom('login_index_partition')
    .select('complete_at')
    .where('partition', '=', partition)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('login_index_offer')
    .select(['offer_id', 'preferred'])
    .where('partition', '=', partition)
    .where('login_key', '=', key)
    .execute();
  return {
    candidates: rows.map((row) => ({ id: row.offer_id, key, preferred: row.preferred === 1 })),
    complete: typeof state?.complete_at === 'number',
  };
}

async function readState(db: Db, partition: string) {
  const row = await db
    .selectFrom('login_index_partition')
    .selectAll()
    .where('partition', '=', partition)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { pass: number, next_page: nextPage, total, began_at: beganAt, complete_at: completeAt } = row;
  return { number, nextPage, total, beganAt, completeAt };
}

async function begin(db: Db, partition: string, pass: number, at: number): Promise<void> {
  const begun = { pass, next_page: 1, total: null, began_at: at };
  await db
    .insertInto('login_index_partition')
    .values({ partition, ...begun, complete_at: null })
    .onConflict((conflict) => conflict.column('partition').doUpdateSet(begun))
    .execute();
}

async function remember(
  db: Transaction<LoginIndexTables>,
  partition: string,
  pass: Pass,
  entries: readonly Entry[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('login_index_partition')
    .set({ next_page: pass.nextPage, total: pass.total, began_at: pass.beganAt })
    .where('partition', '=', partition)
    .where('pass', '=', pass.number)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (entries.length === 0) return true;
  await db
    .insertInto('login_index_offer')
    .values(
      entries.map(({ id, key, preferred }) => ({
        partition,
        offer_id: id,
        login_key: key,
        preferred: preferred ? 1 : 0,
        pass: pass.number,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['partition', 'offer_id']).doUpdateSet((row) => ({
        login_key: row.ref('excluded.login_key'),
        preferred: row.ref('excluded.preferred'),
        pass: row.ref('excluded.pass'),
      })),
    )
    .execute();
  return true;
}

async function finish(
  db: Transaction<LoginIndexTables>,
  partition: string,
  pass: number,
  at: number,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('login_index_partition')
    .set({ next_page: null, complete_at: at })
    .where('partition', '=', partition)
    .where('pass', '=', pass)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await db
    .deleteFrom('login_index_offer')
    .where('partition', '=', partition)
    .where('pass', '<', pass)
    .execute();
}

async function amend(db: Db, partition: string, { id, key, preferred }: Entry): Promise<void> {
  await db
    .updateTable('login_index_offer')
    .set({ login_key: key, preferred: preferred ? 1 : 0 })
    .where('partition', '=', partition)
    .where('offer_id', '=', id)
    .execute();
}

async function forget(
  db: Transaction<LoginIndexTables>,
  partition: string,
  { id, key }: Entry,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('login_index_offer')
    .where('partition', '=', partition)
    .where('offer_id', '=', id)
    .where('login_key', '=', key)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return;
  await db
    .updateTable('login_index_partition')
    .set({ next_page: null, complete_at: null })
    .where('partition', '=', partition)
    .execute();
}

/** The name of no partition: a row that is written to find out whether the file can be. */
const PROBE = '';

/** Calls every partition incomplete, its last pass numbered anew; rejects where that cannot be written. */
async function doubt(db: Transaction<LoginIndexTables>, pass: number): Promise<void> {
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
 * An index of logins in a database, so that it outlives the process and is shared by instances. A page and the place
 * to go on from are kept in one transaction. Rejects when the database does.
 */
export function createLoginIndex(db: Db) {
  const atomic = <Value>(work: (transaction: Transaction<LoginIndexTables>) => Promise<Value>) =>
    db.transaction().execute(work);
  return {
    find: (partition: string, key: string) => find(db, partition, key),
    state: (partition: string) => readState(db, partition),
    begin: (partition: string, pass: number, at: number) => begin(db, partition, pass, at),
    remember: (partition: string, pass: Pass, entries: readonly Entry[]) =>
      atomic((transaction) => remember(transaction, partition, pass, entries)),
    finish: (partition: string, pass: number, at: number) =>
      atomic((transaction) => finish(transaction, partition, pass, at)),
    amend: (partition: string, entry: Entry) => amend(db, partition, entry),
    forget: (partition: string, entry: Entry) =>
      atomic((transaction) => forget(transaction, partition, entry)),
    count: (partition: string) => count(db, partition),
    doubt: (pass: number) => atomic((transaction) => doubt(transaction, pass)),
  };
}
