import type { Call } from '../http/call';
import { pathId } from '../http/pathId';

/** The caller's own account offer with the id from the path; another seller's is as absent as none. */
export async function findAccountOffer(
  { db, sellerId }: Pick<Call, 'db' | 'sellerId'>,
  id: string | undefined,
) {
  return db
    .selectFrom('account_offer')
    .selectAll()
    .where('id', '=', pathId(id) ?? 0)
    .where('seller_id', '=', sellerId)
    .executeTakeFirst();
}
