import type { Updateable } from 'kysely';
import type { Call } from '../http/call';
import type { CurrencyOfferTable } from '../storage/currencyOfferTable';

/** Writes changed columns of one offer and returns it as it is then. */
export async function saveCurrencyOffer(
  { db, now }: Pick<Call, 'db' | 'now'>,
  id: number,
  columns: Updateable<CurrencyOfferTable>,
) {
  return db
    .updateTable('currency_offer')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
