import type { Updateable } from 'kysely';
import type { Call } from '../http/call';
import type { AccountOfferTable } from '../storage/accountOfferTable';

/** Writes changed columns of one offer and returns it as it is then. */
export async function saveAccountOffer(
  { db, now }: Pick<Call, 'db' | 'now'>,
  id: number,
  columns: Updateable<AccountOfferTable>,
) {
  return db
    .updateTable('account_offer')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
