import type { Kysely } from 'kysely';
import type { Clock } from '../clock';
import type { Tables } from '../storage/tables';

/** Makes a delivery due again, whatever became of it, with its event id; false when there is no such delivery. */
export async function replayDelivery(db: Kysely<Tables>, id: number, clock: Clock): Promise<boolean> {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({ status: 'waiting', attempts: 0, next_attempt_at: now, updated_at: Math.floor(now / 1_000) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
