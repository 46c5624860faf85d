import type { Call } from '../http/call';

/** Deletes those of the credentials that belong to the offer and are not sold; answers how many that were. */
export async function deleteUnsold(
  { db }: Pick<Call, 'db'>,
  offerId: number,
  ids: readonly number[],
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('credential')
    .where('account_offer_id', '=', offerId)
    .where('id', 'in', ids)
    .where('account_order_id', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
