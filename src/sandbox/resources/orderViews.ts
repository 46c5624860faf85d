import { gameOf, showGameRelation } from '../games/catalogue';
import type { MarketCall } from '../market';
import type { Order } from '../storage/sandboxSchema';
import { pick } from '../storage/tables';
import { printDecimal } from '../values/amounts';
import { showDeliveryTime } from '../values/deliveryTime';
import {
  isoDate,
  readFreeObject,
  showBoth,
  showCents,
  showFreeObject,
  showUnitPrice,
} from '../values/display';

/** Calculates the exact cost of an order: unit price times quantity. Only its display is rounded. */
export const orderTotal = ({ unit_price, quantity }: Pick<Order, 'unit_price' | 'quantity'>): bigint =>
  BigInt(unit_price) * BigInt(quantity);

/** Shows the members of orders of every kind (spec 2.1), except the offer and the game. */
function showEvery(order: Order, { display }: Pick<MarketCall, 'display'>) {
  const { shape } = display;
  const [price_eur, price_usd] = showBoth(orderTotal(order), showCents, display);
  const [unit_price_eur, unit_price_usd] = showBoth(BigInt(order.unit_price), showUnitPrice, display);
  return {
    buyer: { id: order.buyer_id, username: order.buyer_username },
    rating: order.rating === null ? null : readFreeObject(order.rating),
    ...pick(order, 'title', 'description', 'quantity'),
    parameters: order.parameters === null ? null : showFreeObject(readFreeObject(order.parameters), shape),
    status: order.status,
    is_disputed: order.dispute_case_id !== null,
    dispute_case_id: order.dispute_case_id,
    delivery_time: showDeliveryTime(order, shape),
    credentials: showFreeObject(readFreeObject(order.credentials), shape),
    price_eur,
    price_usd,
    unit_price_eur,
    unit_price_usd,
    ...pick(order, 'created_at', 'updated_at', 'purchased_at', 'completed_at', 'refunded_at'),
  };
}

/** Shows an order in the list of all kinds (spec 4.9). */
export const showAnyOrder = (order: Order, call: Pick<MarketCall, 'display'>) => ({
  ...pick(order, 'id', 'kind', 'offer_id'),
  ...showEvery(order, call),
});

/**
 * Shows an order of one kind; the live service shows neither purchase, completion nor refund of currency (observed).
 */
export function showOrder(order: Order, call: Pick<MarketCall, 'display'>) {
  const isLiveCurrency = order.kind === 'currency' && call.display.shape === 'live';
  return {
    id: order.id,
    [`${order.kind}_offer_id`]: order.offer_id,
    ...(order.kind === 'account' ? { credential_id: order.credential_id } : {}),
    game: showGameRelation(gameOf(order)),
    ...showEvery(order, call),
    ...(isLiveCurrency ? { purchased_at: undefined, completed_at: undefined, refunded_at: undefined } : {}),
  };
}

/** Shows a currency order in the form of v1 (assumed), without members that the live service never shows. */
export const showCurrencyOrderV1 = (order: Order, { display }: Pick<MarketCall, 'display'>) => ({
  id: String(order.id),
  type: 'currencyOrders',
  attributes: {
    currency_offer_id: String(order.offer_id),
    ...pick(order, 'title', 'quantity'),
    price: Number(printDecimal(orderTotal(order), 2)),
    status: order.status,
    created_at: isoDate(order.created_at),
    completed_at:
      order.completed_at === null || display.shape === 'live' ? null : isoDate(order.completed_at),
    updated_at: isoDate(order.updated_at),
  },
});
