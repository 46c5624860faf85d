import type { Call } from '../http/call';
import type { AccountOffer } from './accountOffer';
import { orderIdsOf } from './orderIdsOf';
import { showAccountOffer } from './showAccountOffer';

/** Account offers as v2 answers them, each with the orders it has. */
export async function showAccountOffers(
  { db, display }: Pick<Call, 'db' | 'display'>,
  offers: readonly AccountOffer[],
) {
  const orderIds = await orderIdsOf(
    db,
    offers.map(({ id }) => id),
  );
  return offers.map((offer) => showAccountOffer(offer, orderIds.get(offer.id) ?? [], display));
}
