import type { Kysely } from 'kysely';
import type { Tables } from '../storage/tables';
import { readClaims } from './readClaims';

/** Who calls, and what the key allows. */
export interface Caller {
  readonly sellerId: number;
  readonly keyId: number;
  readonly readOnly: boolean;
}

/** Finds the living key in an Authorization header; undefined when there is none (spec 5.7). */
export async function authenticate(
  db: Kysely<Tables>,
  authorization: string | undefined,
  version: 'v1' | 'v2',
  secret: string,
): Promise<Caller | undefined> {
  const claims = readClaims(authorization, secret);
  if (claims?.aud !== version) return undefined;
  const key = await db
    .selectFrom('api_key')
    .select(['id', 'seller_id', 'read_only'])
    .where('token_id', '=', claims.jti)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return key && { sellerId: key.seller_id, keyId: key.id, readOnly: key.read_only === 1 };
}
