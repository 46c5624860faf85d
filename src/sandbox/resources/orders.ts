import { gameOf, showGameRelation } from '../games/catalogue';
import { answerOk, foundRow, type Reply } from '../http/reply';
import { type MarketCall, makeOperations, type Routes } from '../market';
import type { Order, OrderKind } from '../storage/sandboxSchema';
import { matchColumn, pickColumns, type RowCondition } from '../storage/tables';
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
import { answerList, filtersByColumn, type ListRules, sortsByColumn } from './lists';
import { orderTotal, takeStep } from './trade';

/** Shows the members of orders of every kind (spec 2.1), except the offer and the game. */
function showCommonMembers(order: Order, { display }: MarketCall) {
  const { shape } = display;
  const [price_eur, price_usd] = showBoth(orderTotal(order), showCents, display);
  const [unit_price_eur, unit_price_usd] = showBoth(BigInt(order.unit_price), showUnitPrice, display);
  return {
    buyer: { id: order.buyer_id, username: order.buyer_username },
    rating: order.rating && readFreeObject(order.rating),
    ...pickColumns(order, 'title', 'description', 'quantity'),
    parameters: order.parameters && showFreeObject(readFreeObject(order.parameters), shape),
    status: order.status,
    is_disputed: order.dispute_case_id !== null,
    dispute_case_id: order.dispute_case_id,
    delivery_time: showDeliveryTime(order, shape),
    credentials: showFreeObject(readFreeObject(order.credentials), shape),
    price_eur,
    price_usd,
    unit_price_eur,
    unit_price_usd,
    ...pickColumns(order, 'created_at', 'updated_at', 'purchased_at', 'completed_at', 'refunded_at'),
  };
}

/** Shows an order in the list of all kinds (spec 4.9). */
export const showAnyOrder = (order: Order, call: MarketCall) => ({
  ...pickColumns(order, 'id', 'kind', 'offer_id'),
  ...showCommonMembers(order, call),
});

/**
 * Shows an order of one kind. The live service shows neither purchase, completion nor refund of currency (observed).
 */
function showOrder(order: Order, call: MarketCall) {
  const isLiveCurrency = order.kind === 'currency' && call.display.shape === 'live';
  return {
    id: order.id,
    [`${order.kind}_offer_id`]: order.offer_id,
    ...(order.kind === 'account' && { credential_id: order.credential_id }),
    game: showGameRelation(gameOf(order)),
    ...showCommonMembers(order, call),
    ...(isLiveCurrency && { purchased_at: undefined, completed_at: undefined, refunded_at: undefined }),
  };
}

/** Shows a currency order in the form of v1 (assumed), without members that the live service never shows. */
const showCurrencyOrderV1 = (order: Order, { display }: MarketCall) => ({
  id: String(order.id),
  type: 'currencyOrders',
  attributes: {
    currency_offer_id: String(order.offer_id),
    ...pickColumns(order, 'title', 'quantity'),
    price: Number(printDecimal(orderTotal(order), 2)),
    status: order.status,
    created_at: isoDate(order.created_at),
    completed_at: isoDate(display.shape === 'live' ? null : order.completed_at),
    updated_at: isoDate(order.updated_at),
  },
});

/** Sorts and filters of lists of orders (observed). An order is sold when it is paid. */
const orderList: ListRules = {
  sorts: {
    ...sortsByColumn('id', 'created_at', 'updated_at', 'purchased_at', 'completed_at'),
    sold_at: 'purchased_at',
  },
  filters: filtersByColumn('id', 'status', 'offer_id', 'buyer_id', 'game_id', 'created_at'),
};

const ownConditions = ({ sellerId }: MarketCall, kind: OrderKind): RowCondition[] => [
  matchColumn('seller_id', sellerId),
  matchColumn('kind', kind),
];

/** Lists orders of one kind, of one offer or of all (assumed). */
export const listOrders = (call: MarketCall, kind: OrderKind, ...more: readonly RowCondition[]): Reply =>
  answerList(call, call.orders, [...ownConditions(call, kind), ...more], orderList, showOrder);

/** Finds the caller's order that a path names. */
const findOrder = (call: MarketCall, kind: OrderKind): Order =>
  foundRow(call.orders.findRow(call.parameters[0], ...ownConditions(call, kind)));

/** Completes an order for its seller. */
const completeOrder = (call: MarketCall, kind: OrderKind): Order =>
  takeStep(call, findOrder(call, kind), 'complete', 'completed');

/** Lists the operations of v2 on orders of one kind. */
const listOrderOperations = (kind: OrderKind): Routes => {
  const path = `/v2/${kind}-orders/{${kind}Order}`;
  return {
    [`GET /v2/${kind}-orders`]: (call) => listOrders(call, kind),
    [`GET ${path}`]: (call) => answerOk({ data: showOrder(findOrder(call, kind), call) }),
    ...(kind !== 'account' && {
      [`POST ${path}/complete`]: (call: MarketCall) => {
        const data = showOrder(completeOrder(call, kind), call);
        return answerOk({ data, message: 'The order has been completed.', action: 'complete' });
      },
    }),
  };
};

/** Operations on orders of both versions (v1: observed). */
export const orderOperations = makeOperations({
  'PATCH /v1/currency-orders/{currencyOrderId}/actions/complete': (call) =>
    answerOk({ data: showCurrencyOrderV1(completeOrder(call, 'currency'), call) }),
  'GET /v2/orders': (call) =>
    answerList(call, call.orders, [matchColumn('seller_id', call.sellerId)], orderList, showAnyOrder),
  ...listOrderOperations('account'),
  ...listOrderOperations('item'),
  ...listOrderOperations('currency'),
});
