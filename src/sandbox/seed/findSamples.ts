import type { Kysely } from 'kysely';
import type { Tables } from '../storage/sandboxTables';
import { createKey, type NewSellerKey } from '../keys/sellerKeys';
import { signToken } from '../keys/keyTokens';
import { gameOf } from '../games/catalogue';
import type { Sandbox } from '../sandboxOptions';

/**
 * Finds a valid key with full access for a first try: the seller's oldest, signed again from its row,
 * or else the given new one.
 */
async function firstKey(db: Kysely<Tables>, fallback: NewSellerKey, secret: string): Promise<string> {
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

type Samples = Pick<Sandbox, 'keys' | 'sampleLogin' | 'sampleCurrencyOfferId' | 'sampleCurrencyGame'>;

/** Samples for a first try: keys of the first seller, a login and a currency offer. */
export async function findSamples(db: Kysely<Tables>, now: number, secret: string): Promise<Samples> {
  const sellerId = 1;
  const key = (version: 'v1' | 'v2') =>
    firstKey(
      db,
      { sellerId, version, name: 'first', readOnly: false, tokenId: `first-${version}-${now}`, now },
      secret,
    );
  const account = await db
    .selectFrom('account_offer')
    .select('login')
    .where('seller_id', '=', sellerId)
    .where('login', 'is not', null)
    .orderBy('id')
    .executeTakeFirst();
  const currency = await db
    .selectFrom('stock_offer')
    .select(['id', 'game_id'])
    .where('seller_id', '=', sellerId)
    .where('kind', '=', 'currency')
    .orderBy('id')
    .executeTakeFirst();
  return {
    keys: { v1: await key('v1'), v2: await key('v2') },
    sampleLogin: account?.login ?? '',
    sampleCurrencyOfferId: currency?.id ?? 0,
    sampleCurrencyGame: currency === undefined ? '' : gameOf(currency).slug,
  };
}
