import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { IndexedOffer, IndexStore, StoredIndex } from '../gateway/lookup/indexStore';
import type { StorePart } from './renewableStore';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type PartitionRow = StoreTables['login_index_partition'];
type OfferRow = StoreTables['login_index_offer'];

const findCandidates = async (db: Db, partition: string, key: string): ReturnType<IndexStore['find']> => {
  const { rows: states } = await sql<Pick<PartitionRow, 'complete_at'>>`
    select complete_at from login_index_partition where partition = ${partition}`.execute(db);
  const { rows } = await sql<OfferRow>`
    select * from login_index_offer where partition = ${partition} and login_key = ${key}`.execute(db);
  const candidates = rows.map(({ offer_id: id, preferred, changed }) => ({
    id,
    key,
    changed,
    preferred: preferred === 1,
  }));
  return { candidates, complete: typeof states[0]?.complete_at === 'number' };
};

const readState = async (db: Db, partition: string): ReturnType<IndexStore['state']> => {
  const { rows } = await sql<PartitionRow>`
    select * from login_index_partition where partition = ${partition}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { pass: number, next_page: nextPage, total, began_at: beganAt, complete_at: completeAt } = row;
  const marks = { id: row.pass_id, changed: row.pass_changed };
  const knownMarks = { id: row.known_id, changed: row.known_changed };
  return { number, nextPage, total, beganAt, marks, completeAt, knownMarks };
};

async function beginPass(db: Db, partition: string, pass: number, at: number): Promise<void> {
  await sql`insert into login_index_partition (partition, pass, next_page, began_at, scan_beats)
    values (${partition}, ${pass}, 1, ${at}, 0) on conflict (partition) do update set pass = excluded.pass,
      next_page = 1, total = null, began_at = excluded.began_at, pass_id = null, pass_changed = null`.execute(
    db,
  );
}

/** Keeps one entry of each offer, its latest state, because PostgreSQL changes no row twice in a statement. */
function latestEntries(entries: readonly IndexedOffer[]): readonly IndexedOffer[] {
  const latestOffers = new Map<string, IndexedOffer>();
  for (const entry of entries) {
    const knownChange = latestOffers.get(entry.id)?.changed ?? null;
    if (knownChange === null || entry.changed === null || entry.changed >= knownChange)
      latestOffers.set(entry.id, entry);
  }
  return [...latestOffers.values()];
}

/** Stores entries of a partition. Of two of one offer the later change stays. */
async function putEntries(
  db: Db,
  partition: string,
  pass: number,
  entries: readonly IndexedOffer[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = latestEntries(entries).map(({ id, key, preferred, changed }) => ({
    partition,
    offer_id: id,
    login_key: key,
    pass,
    changed,
    preferred: Number(preferred),
  }));
  /** Keeps what the row has if its change is later than that of the entry. */
  const laterValue = (column: string) => sql`case when excluded.changed < login_index_offer.changed
    then ${sql.ref(`login_index_offer.${column}`)} else ${sql.ref(`excluded.${column}`)} end`;
  const columns = ['login_key', 'preferred', 'changed'].map(
    (column) => [column, laterValue(column)] as const,
  );
  const changes = { ...Object.fromEntries(columns), pass: sql<number>`excluded.pass` };
  await db
    .insertInto('login_index_offer')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['partition', 'offer_id']).doUpdateSet(changes))
    .execute();
}

/** Casts a value whose type PostgreSQL cannot infer. */
const castInteger = (value: number | null) => sql`cast(${value} as bigint)`;

/** Returns the later of two marks. Either may be unknown. */
const laterMark = (known: RawBuilder<unknown>, next: RawBuilder<unknown>) =>
  sql`case when ${known} is null or ${next} > ${known} then ${next} else ${known} end`;

const KNOWN_ID = sql`known_id`;
const KNOWN_CHANGED = sql`known_changed`;

/** Ends a pass, if it still belongs to the partition, and deletes the offers that it has not seen. */
async function finishPass(db: Db, partition: string, pass: number, at: number): Promise<void> {
  const { numAffectedRows } =
    await sql`update login_index_partition set next_page = null, complete_at = ${at},
    known_id = case when complete_at is null then pass_id else ${laterMark(KNOWN_ID, sql`pass_id`)} end,
    known_changed = case when complete_at is null then pass_changed
      else ${laterMark(KNOWN_CHANGED, sql`pass_changed`)} end
    where partition = ${partition} and pass = ${pass}`.execute(db);
  if (numAffectedRows === 0n) return;
  await sql`delete from login_index_offer where partition = ${partition} and pass < ${pass}`.execute(db);
}

async function noteEntries(db: Db, partition: string, entries: readonly IndexedOffer[]): Promise<void> {
  // The row is written, not only read, so that no pass of another process ends meanwhile and deletes the entries.
  const { rows } = await sql<Pick<PartitionRow, 'pass'>>`
    update login_index_partition set pass = pass where partition = ${partition} returning pass`.execute(db);
  const [state] = rows;
  if (state !== undefined) await putEntries(db, partition, state.pass, entries);
}

const countOffers = async (db: Db, partition: string): ReturnType<IndexStore['count']> => {
  const { rows } = await sql<Readonly<Record<'offers' | 'keyed' | 'logins', number>>>`
    select count(*) as offers, count(login_key) as keyed, count(distinct login_key) as logins
    from login_index_offer where partition = ${partition}`.execute(db);
  const { offers, keyed, logins } = rows[0] ?? { offers: 0, keyed: 0, logins: 0 };
  return { offers, unkeyed: offers - keyed, duplicates: keyed - logins };
};

/** Takes or renews the lease of a partition's scan, unless another process has it and has counted on since `gone`. */
async function claimScan(db: Db, partition: string, by: string, gone = -1): ReturnType<IndexStore['claim']> {
  const { rows } = await sql<Pick<PartitionRow, 'scan_beats'>>`
    insert into login_index_partition (partition, pass, began_at, scan_by, scan_beats)
    values (${partition}, 0, 0, ${by}, 1) on conflict (partition) do update
      set scan_by = excluded.scan_by, scan_beats = login_index_partition.scan_beats + 1
      where login_index_partition.scan_by is null or login_index_partition.scan_by = excluded.scan_by
        or login_index_partition.scan_beats = ${gone}
    returning scan_beats`.execute(db);
  const [own] = rows;
  if (own !== undefined) return { isOwn: true, beats: own.scan_beats };
  const { rows: scans } = await sql<Pick<PartitionRow, 'scan_beats'>>`
    select scan_beats from login_index_partition where partition = ${partition}`.execute(db);
  return { isOwn: false, beats: scans[0]?.scan_beats ?? 0 };
}

/** Name of the row, which is no partition, that checks whether the file can be written. */
const PROBE = '';

/** Creates an index of logins. One transaction stores a page and the position after it. */
export function createLoginIndex(db: Db): Omit<StoredIndex, 'renew'> & {
  /** Marks every partition as incomplete, with a new number of its pass. Rejects if the store cannot be written. */
  readonly invalidate: (pass: number) => Promise<void>;
} {
  const transact = <Value>(work: (transaction: Db) => Promise<Value>) => db.transaction().execute(work);
  return {
    find: (partition, key) => findCandidates(db, partition, key),
    state: (partition) => readState(db, partition),
    begin: (partition, pass, at) => beginPass(db, partition, pass, at),
    remember: (partition, { number, nextPage, total, beganAt, marks }, entries) =>
      transact(async (transaction) => {
        const { numAffectedRows } = await sql`update login_index_partition set next_page = ${nextPage},
          total = ${total}, began_at = ${beganAt}, pass_id = ${marks.id}, pass_changed = ${marks.changed}
          where partition = ${partition} and pass = ${number}`.execute(transaction);
        if (numAffectedRows === 0n) return false;
        await putEntries(transaction, partition, number, entries);
        return true;
      }),
    finish: (partition, pass, at) => transact((transaction) => finishPass(transaction, partition, pass, at)),
    note: (partition, entries) => transact((transaction) => noteEntries(transaction, partition, entries)),
    correct: async (partition, { id }, shownOffer) => {
      if (shownOffer !== undefined)
        await transact((transaction) => noteEntries(transaction, partition, [shownOffer]));
      else
        await sql`delete from login_index_offer where partition = ${partition} and offer_id = ${id}`.execute(
          db,
        );
    },
    // The marks never go back.
    advance: async (partition, { id, changed }) => {
      await sql`update login_index_partition set known_id = ${laterMark(KNOWN_ID, castInteger(id))},
        known_changed = ${laterMark(KNOWN_CHANGED, castInteger(changed))} where partition = ${partition}`.execute(
        db,
      );
    },
    count: (partition) => countOffers(db, partition),
    claim: (partition, by, gone) => claimScan(db, partition, by, gone),
    release: async (partition, by) => {
      await sql`update login_index_partition set scan_by = null
        where partition = ${partition} and scan_by = ${by}`.execute(db);
    },
    invalidate: (pass) =>
      transact(async (transaction) => {
        await beginPass(transaction, PROBE, pass, 0);
        await sql`update login_index_partition set pass = ${pass}, next_page = null, complete_at = null`.execute(
          transaction,
        );
      }),
  };
}

/** Creates the part of a store for the index. It fails after the file was deleted or replaced, or opened again. */
export function createLoginIndexRows(storePart: StorePart): StoredIndex {
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
