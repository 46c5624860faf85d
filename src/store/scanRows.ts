import { type Kysely, sql } from 'kysely';
import type { ScanLease } from '../gateway/lookup/indexStore';
import type { StoreTables } from './schema';

type Db = Kysely<StoreTables>;

/** Takes or renews the lease of a partition's scan, unless another has it who has counted on since `gone`. */
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
  const other = await db
    .selectFrom('login_index_partition')
    .select('scan_beats')
    .where('partition', '=', partition)
    .executeTakeFirst();
  return { isOwn: false, beats: other?.scan_beats ?? 0 };
}

/** Gives up the lease of a scan; nothing if it is another's. */
export async function release(db: Db, partition: string, by: string): Promise<void> {
  await db
    .updateTable('login_index_partition')
    .set({ scan_by: null })
    .where('partition', '=', partition)
    .where('scan_by', '=', by)
    .execute();
}
