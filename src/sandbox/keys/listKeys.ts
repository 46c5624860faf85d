import type { Kysely } from 'kysely';
import type { Tables } from '../storage/tables';

/** The keys of a seller, deleted ones included; the keys themselves are not kept (spec 5.3). */
export async function listKeys(db: Kysely<Tables>, sellerId: number) {
  const keys = await db
    .selectFrom('api_key')
    .select(['id', 'name', 'version', 'read_only', 'created_at', 'deleted_at'])
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .execute();
  return keys.map(({ read_only, ...key }) => ({ ...key, read_only: read_only === 1 }));
}
