import type { Call } from '../http/call';

/** Puts texts into the stock of an offer and returns the new ones; a text that the offer already holds is left out. */
export async function addCredentials(
  { db, sellerId, now }: Pick<Call, 'db' | 'sellerId' | 'now'>,
  offerId: number,
  texts: readonly string[],
) {
  if (texts.length === 0) return [];
  return db
    .insertInto('credential')
    .values(
      texts.map((credentials) => ({
        seller_id: sellerId,
        account_offer_id: offerId,
        account_order_id: null,
        credentials,
        created_at: now,
        updated_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_offer_id', 'credentials']).doNothing())
    .returningAll()
    .execute();
}
