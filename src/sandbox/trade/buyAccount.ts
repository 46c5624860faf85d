import type { AccountOffer } from '../accountOffers/accountOffer';
import { parametersOf } from '../accountOffers/parametersOf';
import { saveAccountOffer } from '../accountOffers/saveAccountOffer';
import type { Call } from '../http/call';
import { invalid } from '../validation/invalid';
import { insertOrder } from './insertOrder';
import type { Purchase } from './purchase';
import { takeCredential } from './takeCredential';
import type { Traded } from './traded';

type Context = Pick<Call, 'db' | 'now'>;

/** Buys one account: a login is sold with its offer, a stock gives one credential. */
export async function buyAccount(context: Context, offer: AccountOffer, purchase: Purchase): Promise<Traded> {
  if (purchase.quantity !== 1) {
    return { ok: false, reply: invalid({ quantity: ['Accounts are sold one at a time.'] }) };
  }
  const isManual = offer.is_manual === 1;
  const order = await insertOrder(context, boughtAccount(offer), purchase, !isManual);
  if (offer.is_legacy === 1) {
    const next = isManual ? 'processing' : 'sold';
    await saveAccountOffer(context, offer.id, {
      status: next,
      ...(isManual ? {} : { sold_at: context.now }),
    });
    return { ok: true, order };
  }
  const assigned = await takeCredential(context, offer, order);
  if (assigned === undefined && !isManual) {
    return { ok: false, reply: invalid({ offer: ['The offer has no unsold credentials.'] }) };
  }
  return { ok: true, order: assigned ?? order };
}

const boughtAccount = (offer: AccountOffer) => ({
  seller_id: offer.seller_id,
  kind: 'account' as const,
  offer_id: offer.id,
  game_id: offer.game_id,
  title: offer.title,
  description: offer.description,
  parameters: JSON.stringify(parametersOf(offer)),
  delivery_duration: offer.delivery_duration,
  delivery_unit: offer.delivery_unit,
  unit_price: offer.price,
});
