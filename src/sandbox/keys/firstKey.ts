import type { Kysely } from 'kysely';
import type { Tables } from '../storage/tables';
import { createKey, type NewKey } from './createKey';
import { signToken } from './signToken';

/**
 * A living key with full access, for whoever tries the marketplace out: the seller's oldest, signed again from its row,
 * or else the given new one.
 */
export async function firstKey(db: Kysely<Tables>, fallback: NewKey, secret: string): Promise<string> {
  const { sellerId, version } = fallback;
  const row = await db
    .selectFrom('api_key')
    .select(['token_id', 'created_at'])
    .where('seller_id', '=', sellerId)
    .where('version', '=', version)
    .where('read_only', '=', 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  if (row === undefined) return createKey(db, fallback, secret);
  return signToken(
    { iss: 'lifeboat-sandbox', sub: String(sellerId), aud: version, jti: row.token_id, iat: row.created_at },
    secret,
  );
}
