import { gameOf, showGameRelation } from '../games/catalogue';
import type { MarketCall } from '../market';
import type { Order } from '../storage/sandboxSchema';
import { convert, printDecimal } from '../values/amounts';
import { readFreeObject } from '../values/columnValues';
import { showDeliveryTime } from '../values/deliveryTime';
import { isoDate, showCents, showFreeObject, showUnitPrice } from '../values/display';

/** The exact cost of an order: unit price times quantity. It is rounded only when it is shown. */
export const orderTotal = ({ unit_price, quantity }: Pick<Order, 'unit_price' | 'quantity'>): bigint =>
  BigInt(unit_price) * BigInt(quantity);

/** The members that orders of every kind show (spec 2.1), except the offer and the game. */
function showEvery(order: Order, { display }: Pick<MarketCall, 'display'>) {
  const { shape, dollarsPerEuro } = display;
  const [total, unit] = [orderTotal(order), BigInt(order.unit_price)];
  return {
    buyer: { id: order.buyer_id, username: order.buyer_username },
    rating: order.rating === null ? null : readFreeObject(order.rating),
    title: order.title,
    description: order.description,
    quantity: order.quantity,
    parameters: order.parameters === null ? null : showFreeObject(readFreeObject(order.parameters), shape),
    status: order.status,
    is_disputed: order.dispute_case_id !== null,
    dispute_case_id: order.dispute_case_id,
    delivery_time: showDeliveryTime(order, shape),
    credentials: showFreeObject(readFreeObject(order.credentials), shape),
    price_eur: showCents(total, 'EUR', shape),
    price_usd: showCents(convert(total, dollarsPerEuro), 'USD', shape),
    unit_price_eur: showUnitPrice(unit, 'EUR', shape),
    unit_price_usd: showUnitPrice(convert(unit, dollarsPerEuro), 'USD', shape),
    created_at: order.created_at,
    updated_at: order.updated_at,
    purchased_at: order.purchased_at,
    completed_at: order.completed_at,
    refunded_at: order.refunded_at,
  };
}

/** An order in the list of all kinds (spec 4.9). */
export const showAnyOrder = (order: Order, call: Pick<MarketCall, 'display'>) => ({
  id: order.id,
  kind: order.kind,
  offer_id: order.offer_id,
  ...showEvery(order, call),
});

const offerNames = {
  account: 'account_offer_id',
  item: 'item_offer_id',
  currency: 'currency_offer_id',
} as const;

/** An order of one kind; of currency the live service shows neither purchase, completion nor refund (observed). */
export function showOrder(order: Order, call: Pick<MarketCall, 'display'>) {
  const isLiveCurrency = order.kind === 'currency' && call.display.shape === 'live';
  return {
    id: order.id,
    [offerNames[order.kind]]: order.offer_id,
    ...(order.kind === 'account' ? { credential_id: order.credential_id } : {}),
    game: showGameRelation(gameOf(order)),
    ...showEvery(order, call),
    ...(isLiveCurrency ? { purchased_at: undefined, completed_at: undefined, refunded_at: undefined } : {}),
  };
}

/** A currency order as v1 answers it (assumed); members that the live service never shows are not shown. */
export const showCurrencyOrderV1 = (order: Order, { display }: Pick<MarketCall, 'display'>) => ({
  id: String(order.id),
  type: 'currencyOrders',
  attributes: {
    currency_offer_id: String(order.offer_id),
    title: order.title,
    quantity: order.quantity,
    price: Number(printDecimal(orderTotal(order), 2)),
    status: order.status,
    created_at: isoDate(order.created_at),
    completed_at:
      order.completed_at === null || display.shape === 'live' ? null : isoDate(order.completed_at),
    updated_at: isoDate(order.updated_at),
  },
});
