import type { Call } from '../http/call';
import { type Action, isAllowed } from '../offers/action';
import { actionRefused } from '../offers/actionRefused';
import type { Moved } from '../offers/moved';
import { statusColumns } from '../offers/statusColumns';
import { invalid } from '../validation/invalid';
import type { AccountOffer } from './accountOffer';
import { saveAccountOffer } from './saveAccountOffer';

/** Lists or drafts an account offer. What is delivered at once must be there to deliver (observed). */
export async function moveAccountOffer(
  call: Pick<Call, 'db' | 'now'>,
  offer: AccountOffer,
  action: Action,
): Promise<Moved<AccountOffer>> {
  if (!isAllowed(action, offer.status)) return { ok: false, reply: actionRefused(action, offer.status) };
  if (action === 'list' && !(await isDeliverable(call, offer))) {
    return { ok: false, reply: invalid({ credentials: ['The offer has no unsold credentials.'] }) };
  }
  return {
    ok: true,
    offer: await saveAccountOffer(call, offer.id, statusColumns(action, offer.status, call.now)),
  };
}

async function isDeliverable({ db }: Pick<Call, 'db'>, offer: AccountOffer): Promise<boolean> {
  if (offer.is_manual === 1) return true;
  if (offer.is_legacy === 1) return offer.login !== null;
  const unsold = await db
    .selectFrom('credential')
    .select('id')
    .where('account_offer_id', '=', offer.id)
    .where('account_order_id', 'is', null)
    .executeTakeFirst();
  return unsold !== undefined;
}
