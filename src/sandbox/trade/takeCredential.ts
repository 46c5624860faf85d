import type { AccountOffer } from '../accountOffers/accountOffer';
import { saveAccountOffer } from '../accountOffers/saveAccountOffer';
import type { Call } from '../http/call';
import type { Order } from '../orders/order';

/**
 * Assigns the oldest unsold credential of the stock to an order, which sells it; the last one sells out the offer.
 * Undefined when there is none.
 */
export async function takeCredential(
  context: Pick<Call, 'db' | 'now'>,
  offer: AccountOffer,
  order: Order,
): Promise<Order | undefined> {
  const { db, now } = context;
  const [credential, next] = await db
    .selectFrom('credential')
    .select('id')
    .where('account_offer_id', '=', offer.id)
    .where('account_order_id', 'is', null)
    .orderBy('id')
    .limit(2)
    .execute();
  if (credential === undefined) return undefined;
  await db
    .updateTable('credential')
    .set({ account_order_id: order.id, updated_at: now })
    .where('id', '=', credential.id)
    .execute();
  if (next === undefined) await saveAccountOffer(context, offer.id, { status: 'sold', sold_at: now });
  return db
    .updateTable('order')
    .set({ credential_id: credential.id })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
