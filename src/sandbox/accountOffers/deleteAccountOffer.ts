import type { Call } from '../http/call';
import { ok, type Reply } from '../http/reply';
import { invalid } from '../validation/invalid';
import type { AccountOffer } from './accountOffer';

/** Deletes an offer and its credentials; one that was ever sold stays, for its orders name it. */
export async function deleteAccountOffer({ db }: Pick<Call, 'db'>, offer: AccountOffer): Promise<Reply> {
  const order = await db
    .selectFrom('order')
    .select('id')
    .where('kind', '=', 'account')
    .where('offer_id', '=', offer.id)
    .executeTakeFirst();
  if (order !== undefined) return invalid({ account: ['An offer with orders cannot be deleted.'] });
  await db.deleteFrom('credential').where('account_offer_id', '=', offer.id).execute();
  await db.deleteFrom('account_offer').where('id', '=', offer.id).execute();
  return ok({ message: 'The offer has been deleted.' });
}
