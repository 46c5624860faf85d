import type { Transaction } from 'kysely';
import type { Tables } from '../storage/tables';

/** The orders of each of these account offers, by offer id, oldest first. */
export async function orderIdsOf(
  db: Transaction<Tables>,
  offerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const orders = await db
    .selectFrom('order')
    .select(['id', 'offer_id'])
    .where('kind', '=', 'account')
    .where('offer_id', 'in', offerIds)
    .orderBy('id')
    .execute();
  return new Map(
    offerIds.map((offerId) => [
      offerId,
      orders.filter((order) => order.offer_id === offerId).map(({ id }) => id),
    ]),
  );
}
