import type { Call } from '../http/call';
import { pathId } from '../http/pathId';

/** The caller's own currency offer with the id from the path; another seller's is as absent as none. */
export async function findCurrencyOffer(
  { db, sellerId }: Pick<Call, 'db' | 'sellerId'>,
  id: string | undefined,
) {
  return db
    .selectFrom('currency_offer')
    .selectAll()
    .where('id', '=', pathId(id) ?? 0)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
}
