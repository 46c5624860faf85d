import { gameOf, showGameRelation } from '../games/catalogue';
import { answerOk, type Reply } from '../http/reply';
import { type Handler, type MarketCall, makeOperations, answerRow, type SellerCall } from '../market';
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
function showCommonMembers(order: Order, { display }: Pick<MarketCall, 'display'>) {
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
export const showAnyOrder = (order: Order, call: Pick<MarketCall, 'display'>) => ({
  ...pickColumns(order, 'id', 'kind', 'offer_id'),
  ...showCommonMembers(order, call),
});

/**
 * Shows an order of one kind. The live service shows neither purchase, completion nor refund of currency (observed).
 */
function showOrder(order: Order, call: Pick<MarketCall, 'display'>) {
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
const showCurrencyOrderV1 = (order: Order, { display }: Pick<MarketCall, 'display'>) => ({
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

const ownConditions = ({ sellerId }: SellerCall, kind: OrderKind): RowCondition[] => [
  matchColumn('seller_id', sellerId),
  matchColumn('kind', kind),
];

/** Lists orders of one kind, of one offer or of all (assumed). */
export const listOrders = (call: SellerCall, kind: OrderKind, ...more: readonly RowCondition[]): Reply =>
  answerList(call, call.orders, [...ownConditions(call, kind), ...more], orderList, (row) =>
    showOrder(row, call),
  );

/** Creates the handler of a call about an order of the caller. It answers 404 if there is none. */
const createOrderHandler =
  (kind: OrderKind, parameter: string, handle: (call: SellerCall, order: Order) => Reply): Handler =>
  (call) =>
    answerRow(call.orders.findRow(call.parameters[parameter], ...ownConditions(call, kind)), (order) =>
      handle(call, order),
    );

/** Completes an order for its seller. */
const createCompletion = (
  kind: OrderKind,
  parameter: string,
  show: (order: Order, call: SellerCall) => unknown,
) =>
  createOrderHandler(kind, parameter, (call, order) =>
    takeStep(call, order, 'complete', 'completed', (changed) => answerOk(show(changed, call))),
  );

const showCompleted = (order: Order, call: SellerCall) => ({
  data: showOrder(order, call),
  message: 'The order has been completed.',
  action: 'complete',
});

/** Lists the operations of v2 on orders of one kind by their routes. */
const listOrderOperations = (kind: OrderKind): Readonly<Record<string, Handler>> => {
  const [path, parameter] = [`/v2/${kind}-orders`, `${kind}Order`] as const;
  const show = createOrderHandler(kind, parameter, (call, order) =>
    answerOk({ data: showOrder(order, call) }),
  );
  const complete = createCompletion(kind, parameter, showCompleted);
  return {
    [`GET ${path}`]: (call) => listOrders(call, kind),
    [`GET ${path}/{${parameter}}`]: show,
    ...(kind !== 'account' && { [`POST ${path}/{${parameter}}/complete`]: complete }),
  };
};

const completedV1 = createCompletion('currency', 'currencyOrderId', (order, call) => ({
  data: showCurrencyOrderV1(order, call),
}));

/** Operations on orders of both versions (v1: observed). */
export const orderOperations = makeOperations({
  'PATCH /v1/currency-orders/{currencyOrderId}/actions/complete': completedV1,
  'GET /v2/orders': (call) =>
    answerList(call, call.orders, [matchColumn('seller_id', call.sellerId)], orderList, (row) =>
      showAnyOrder(row, call),
    ),
  ...listOrderOperations('account'),
  ...listOrderOperations('item'),
  ...listOrderOperations('currency'),
});
