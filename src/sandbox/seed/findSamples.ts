import type { Kysely } from 'kysely';
import { gameOf } from '../games/findGame';
import { firstKey } from '../keys/firstKey';
import type { Sandbox } from '../sandbox';
import type { Tables } from '../storage/tables';

type Samples = Pick<Sandbox, 'keys' | 'sampleLogin' | 'sampleCurrencyOfferId' | 'sampleCurrencyGame'>;

/** What a first try needs: keys of the first seller, a login and a currency offer. */
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
