import type { AccountOffer, StockOffer } from '../storage/offerTables';
import { parametersOf, saveAccountOffer } from '../offers/accountOfferStore';
import type { SellerCall } from '../http/handler';
import type { Order } from '../storage/orderTables';
import { type FieldErrors, invalid } from '../http/checkBody';
import { insertOrder, type Purchase } from './insertOrder';
import type { Traded } from './orderSteps';
import { orderTotal } from './payments';
import { saveStockOffer } from '../offers/stockOfferStore';
import { printDecimal } from '../values/amounts';
import { sandboxProblems } from '../http/reply';
import { showOrder } from './showOrder';
import { emitEvent } from '../webhooks/webhookEvents';

/**
 * Assigns the oldest unsold credential of the stock to an order, which sells it; the last one sells out the offer.
 * Undefined when there is none.
 */
async function takeCredential(
  context: Pick<SellerCall, 'db' | 'now'>,
  offer: AccountOffer,
  order: Order,
): Promise<Order | undefined> {
  const { db, now } = context;
  const [credential, next] = await db
    .selectFrom('credential')
    .select('id')
    .where('account_offer_id', '=', offer.id)
    .where('account_order_id', 'is', null)
    .orderBy('id')
    .limit(2)
    .execute();
  if (credential === undefined) return undefined;
  await db
    .updateTable('credential')
    .set({ account_order_id: order.id, updated_at: now })
    .where('id', '=', credential.id)
    .execute();
  if (next === undefined) await saveAccountOffer(context, offer.id, { status: 'sold', sold_at: now });
  return db
    .updateTable('order')
    .set({ credential_id: credential.id })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

type Context = Pick<SellerCall, 'db' | 'now'>;

/** Buys one account: a login is sold with its offer, a stock gives one credential. */
async function buyAccount(context: Context, offer: AccountOffer, purchase: Purchase): Promise<Traded> {
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

/** Largest total of one order, in millionths: a store column and a JSON number hold it exactly. */
const LARGEST_TOTAL = BigInt(Number.MAX_SAFE_INTEGER);

/** Buys a quantity out of a stock, which it lowers. */
async function buyStock(
  context: Pick<SellerCall, 'db' | 'now'>,
  offer: StockOffer,
  purchase: Purchase,
): Promise<Traded> {
  const errors = quantityErrors(offer, purchase.quantity);
  if (Object.keys(errors).length > 0) return { ok: false, reply: invalid(errors) };
  const isInstant = offer.delivery_unit === null;
  const order = await insertOrder(context, boughtStock(offer), purchase, isInstant);
  await saveStockOffer(context, offer.id, { stock: offer.stock - purchase.quantity });
  return { ok: true, order };
}

function quantityErrors(offer: StockOffer, quantity: number): FieldErrors {
  if (quantity < offer.min_quantity) {
    return { quantity: [`The quantity field must be at least ${offer.min_quantity}.`] };
  }
  if (quantity > offer.stock)
    return { quantity: [`The quantity field must not be greater than ${offer.stock}.`] };
  return orderTotal({ unit_price: offer.price, quantity }) > LARGEST_TOTAL
    ? { quantity: ['The order would cost too much.'] }
    : {};
}

const boughtStock = (offer: StockOffer) => ({
  seller_id: offer.seller_id,
  kind: offer.kind,
  offer_id: offer.id,
  game_id: offer.game_id,
  title: offer.title,
  description: offer.description,
  parameters: offer.attributes,
  delivery_duration: offer.delivery_duration,
  delivery_unit: offer.delivery_unit,
  unit_price: offer.price,
});

type PurchaseContext = Pick<SellerCall, 'db' | 'now' | 'display'>;

/** Buys an offer of any seller and kind and emits the events of the order. Only listed offers are for sale. */
export async function buyOffer(context: PurchaseContext, purchase: Purchase): Promise<Traded> {
  const account = await findAccount(context, purchase);
  const stock = await findStock(context, purchase);
  if (account !== undefined && stock !== undefined) {
    return { ok: false, reply: invalid({ offer: ['The id names offers of two kinds: say which.'] }) };
  }
  const offer = account ?? stock;
  if (offer === undefined) return { ok: false, reply: sandboxProblems.notFound };
  if (offer.status !== 'listed') {
    return { ok: false, reply: invalid({ offer: [`The offer is not for sale: it is ${offer.status}.`] }) };
  }
  const traded = await ('kind' in offer
    ? buyStock(context, offer, purchase)
    : buyAccount(context, offer, purchase));
  if (traded.ok) await notifyPurchase(context, traded.order);
  return traded;
}

async function notifyPurchase({ db, now, display }: PurchaseContext, order: Order): Promise<void> {
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

async function findAccount({ db }: Pick<SellerCall, 'db'>, { kind, offerId }: Purchase) {
  if (kind !== undefined && kind !== 'account') return undefined;
  return db.selectFrom('account_offer').selectAll().where('id', '=', offerId).executeTakeFirst();
}

async function findStock({ db }: Pick<SellerCall, 'db'>, { kind, offerId }: Purchase) {
  if (kind === 'account') return undefined;
  const offers = db.selectFrom('stock_offer').selectAll().where('id', '=', offerId);
  return (kind === undefined ? offers : offers.where('kind', '=', kind)).executeTakeFirst();
}
