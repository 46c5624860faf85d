import { printDecimal } from '../amounts/printDecimal';
import type { Call } from '../http/call';
import { problems } from '../http/problems';
import type { Order } from '../orders/order';
import { orderTotal } from '../orders/orderTotal';
import { showOrder } from '../orders/showOrder';
import { invalid } from '../validation/invalid';
import { emitEvent } from '../webhooks/emitEvent';
import { buyAccount } from './buyAccount';
import { buyStock } from './buyStock';
import type { Purchase } from './purchase';
import type { Traded } from './traded';

type Telling = Pick<Call, 'db' | 'now' | 'display'>;

/** Buys an offer of any seller and kind and tells of the order. Only what is listed is for sale. */
export async function buyOffer(context: Telling, purchase: Purchase): Promise<Traded> {
  const account = await findAccount(context, purchase);
  const stock = await findStock(context, purchase);
  if (account !== undefined && stock !== undefined) {
    return { ok: false, reply: invalid({ offer: ['The id names offers of two kinds: say which.'] }) };
  }
  const offer = account ?? stock;
  if (offer === undefined) return { ok: false, reply: problems.notFound };
  if (offer.status !== 'listed') {
    return { ok: false, reply: invalid({ offer: [`The offer is not for sale: it is ${offer.status}.`] }) };
  }
  const traded = await ('kind' in offer
    ? buyStock(context, offer, purchase)
    : buyAccount(context, offer, purchase));
  if (traded.ok) await tell(context, traded.order);
  return traded;
}

async function tell({ db, now, display }: Telling, order: Order): Promise<void> {
  await emitEvent({ db, now, sellerId: order.seller_id }, `${order.kind}.order.purchased`, {
    order_id: order.id,
    offer_id: order.offer_id,
    quantity: order.quantity,
    price_eur: printDecimal(orderTotal(order), 2),
    status: order.status,
    created_at: now,
    order: showOrder(order, display),
  });
}

async function findAccount({ db }: Pick<Call, 'db'>, { kind, offerId }: Purchase) {
  if (kind !== undefined && kind !== 'account') return undefined;
  return db.selectFrom('account_offer').selectAll().where('id', '=', offerId).executeTakeFirst();
}

async function findStock({ db }: Pick<Call, 'db'>, { kind, offerId }: Purchase) {
  if (kind === 'account') return undefined;
  const offers = db.selectFrom('stock_offer').selectAll().where('id', '=', offerId);
  return (kind === undefined ? offers : offers.where('kind', '=', kind)).executeTakeFirst();
}
