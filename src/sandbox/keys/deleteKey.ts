import type { Kysely } from 'kysely';
import type { Tables } from '../storage/tables';

/** Ends a key at once and for good (spec 5.5); false when there is no active key with the id. */
export async function deleteKey(db: Kysely<Tables>, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
