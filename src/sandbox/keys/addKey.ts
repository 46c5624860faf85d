import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Tables } from '../storage/tables';
import { createKey } from './createKey';

/** A key that a seller asks for. */
export interface WantedKey {
  readonly sellerId: number;
  readonly name: string;
  readonly version: 'v1' | 'v2';
  readonly readOnly: boolean;
}

/** Active keys that a seller may have for v2, to allow rotation (spec 5.4). */
const MOST_ACTIVE = 2;

/**
 * Makes a key and answers its text, this once (spec 5.3). A third active v2 key is refused: undefined. v1 has one key,
 * and a new one invalidates the old (spec 5.6).
 */
export async function addKey(
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
