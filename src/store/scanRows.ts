import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { HighWaterMarks, ScanLease } from '../gateway/lookup/indexStore';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;
type Work = Transaction<StoreTables>;

/** Takes or renews the lease of a partition's scan, unless another process has it and has counted on since `gone`. */
export async function claim(db: Db, partition: string, by: string, gone?: number): Promise<ScanLease> {
  const none = { pass: 0, next_page: null, total: null, began_at: 0, complete_at: null };
  const claimed = await db
    .insertInto('login_index_partition')
    .values({ partition, ...none, scan_by: by, scan_beats: 1 })
    .onConflict((conflict) =>
      conflict
        .column('partition')
        .doUpdateSet((row) => ({
          scan_by: by,
          scan_beats: sql<number>`${row.ref('login_index_partition.scan_beats')} + 1`,
        }))
        .where((row) =>
          row.or([
            row('login_index_partition.scan_by', 'is', null),
            row('login_index_partition.scan_by', '=', by),
            row('login_index_partition.scan_beats', '=', gone ?? -1),
          ]),
        ),
    )
    .returning('scan_beats')
    .executeTakeFirst();
  if (claimed !== undefined) return { isOwn: true, beats: claimed.scan_beats };
  const otherScan = await db
    .selectFrom('login_index_partition')
    .select('scan_beats')
    .where('partition', '=', partition)
    .executeTakeFirst();
  return { isOwn: false, beats: otherScan?.scan_beats ?? 0 };
}

/** Gives up the lease of a scan, if it belongs to this process. */
export async function release(db: Db, partition: string, by: string): Promise<void> {
  await db
    .updateTable('login_index_partition')
    .set({ scan_by: null })
    .where('partition', '=', partition)
    .where('scan_by', '=', by)
    .execute();
}

/** Reads the progress of a partition; undefined if its list was never read. */
export async function readState(db: Db, partition: string) {
  const row = await db
    .selectFrom('login_index_partition')
    .selectAll()
    .where('partition', '=', partition)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { pass: number, next_page: nextPage, total, began_at: beganAt, complete_at: completeAt } = row;
  const marks = { id: row.pass_id, changed: row.pass_changed };
  const knownMarks = { id: row.known_id, changed: row.known_changed };
  return { number, nextPage, total, beganAt, marks, completeAt, knownMarks };
}

/** Starts a pass over a partition's list. */
export async function begin(db: Db, partition: string, pass: number, at: number): Promise<void> {
  const begunScan = { pass, next_page: 1, total: null, began_at: at, pass_id: null, pass_changed: null };
  await db
    .insertInto('login_index_partition')
    .values({ partition, ...begunScan, complete_at: null })
    .onConflict((conflict) => conflict.column('partition').doUpdateSet(begunScan))
    .execute();
}

/** Returns the later of two marks; either may be unknown. */
const farther = (knownColumn: 'known_id' | 'known_changed', rowAfter: RawBuilder<unknown>) =>
  sql<
    number | null
  >`case when ${sql.ref(knownColumn)} is null or ${rowAfter} > ${sql.ref(knownColumn)} then ${rowAfter} else ${sql.ref(knownColumn)} end`;

/** Casts a value whose type PostgreSQL cannot infer. */
const number = (value: number | null) => sql`cast(${value} as bigint)`;

/** Raises high-water marks, which never go back. */
export async function raiseMarks(db: Db, partition: string, { id, changed }: HighWaterMarks): Promise<void> {
  const known_id = farther('known_id', number(id));
  const known_changed = farther('known_changed', number(changed));
  await db
    .updateTable('login_index_partition')
    .set({ known_id, known_changed })
    .where('partition', '=', partition)
    .execute();
}

/** Ends a pass, if it still belongs to the partition, and deletes the offers that it has not seen. */
export async function finish(db: Work, partition: string, pass: number, at: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('login_index_partition')
    .set({
      next_page: null,
      complete_at: at,
      known_id: sql`case when complete_at is null then pass_id else ${farther('known_id', sql.ref('pass_id'))} end`,
      known_changed: sql`case when complete_at is null then pass_changed else ${farther('known_changed', sql.ref('pass_changed'))} end`,
    })
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
