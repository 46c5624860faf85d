import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../storage/sandboxTables';
import { readClaims, signToken } from './keyTokens';

/** A key to be made. */
export interface NewSellerKey {
  readonly sellerId: number;
  readonly name: string;
  readonly version: 'v1' | 'v2';
  readonly readOnly: boolean;
  /** Must be unused in the marketplace. */
  readonly tokenId: string;
  /** Unix seconds. */
  readonly now: number;
}

/** Makes a key and returns its text, which is not kept anywhere (spec 5.3). */
export async function createKey(db: Kysely<Tables>, key: NewSellerKey, secret: string): Promise<string> {
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

/** A key that a seller asks for. */
interface WantedKey {
  readonly sellerId: number;
  readonly name: string;
  readonly version: 'v1' | 'v2';
  readonly readOnly: boolean;
}

/** Active keys that a seller may have for v2, to allow rotation (spec 5.4). */
const MOST_ACTIVE = 2;

/**
 * Makes a key and returns its text, only this once (spec 5.3). A third active v2 key is refused: undefined. v1 has one key,
 * and a new one invalidates the old (spec 5.6).
 */
export async function addSellerKey(
  db: Transaction<Tables>,
  wanted: WantedKey,
  now: number,
  secret: string,
): Promise<string | undefined> {
  const active = db
    .selectFrom('api_key')
    .select('id')
    .where('seller_id', '=', wanted.sellerId)
    .where('version', '=', wanted.version)
    .where('deleted_at', 'is', null);
  if (wanted.version === 'v2' && (await active.execute()).length >= MOST_ACTIVE) return undefined;
  if (wanted.version === 'v1') {
    await db.updateTable('api_key').set({ deleted_at: now }).where('id', 'in', active).execute();
  }
  return createKey(db, { ...wanted, tokenId: randomUUID(), now }, secret);
}

/** The seller who calls, and the permission of the key. */
export interface KeyHolder {
  readonly sellerId: number;
  readonly keyId: number;
  readonly readOnly: boolean;
}

/** Finds the active key in an Authorization header; undefined when there is none (spec 5.7). */
export async function authenticate(
  db: Kysely<Tables>,
  authorization: string | undefined,
  version: 'v1' | 'v2',
  secret: string,
): Promise<KeyHolder | undefined> {
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

/** Ends a key at once and for good (spec 5.5); false when there is no active key with the id. */
export async function deleteSellerKey(db: Kysely<Tables>, id: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_key')
    .set({ deleted_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The keys of a seller, deleted ones included; the keys themselves are not kept (spec 5.3). */
export async function listSellerKeys(db: Kysely<Tables>, sellerId: number) {
  const keys = await db
    .selectFrom('api_key')
    .select(['id', 'name', 'version', 'read_only', 'created_at', 'deleted_at'])
    .where('seller_id', '=', sellerId)
    .orderBy('id')
    .execute();
  return keys.map(({ read_only, ...key }) => ({ ...key, read_only: read_only === 1 }));
}
