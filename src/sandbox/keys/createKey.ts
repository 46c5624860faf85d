import type { Kysely } from 'kysely';
import type { Tables } from '../storage/tables';
import { signToken } from './signToken';

/** A key to be made. */
export interface NewKey {
  readonly sellerId: number;
  readonly name: string;
  readonly version: 'v1' | 'v2';
  readonly readOnly: boolean;
  /** Must be new in the marketplace. */
  readonly tokenId: string;
  /** Unix seconds. */
  readonly now: number;
}

/** Makes a key and returns its text, which is not kept anywhere (spec 5.3). */
export async function createKey(db: Kysely<Tables>, key: NewKey, secret: string): Promise<string> {
  await db
    .insertInto('api_key')
    .values({
      seller_id: key.sellerId,
      name: key.name,
      version: key.version,
      token_id: key.tokenId,
      read_only: key.readOnly ? 1 : 0,
      created_at: key.now,
      deleted_at: null,
    })
    .execute();
  return signToken(
    { iss: 'lifeboat-sandbox', sub: String(key.sellerId), aud: key.version, jti: key.tokenId, iat: key.now },
    secret,
  );
}
