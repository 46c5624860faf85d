import { ok, sandboxProblems, type Reply } from '../http/reply';
import { type Handler, operation, type SellerCall, type ServedOperation } from '../market';
import type { Order, OrderKind } from '../storage/sandboxSchema';
import { equals, type RowCondition } from '../storage/tables';
import { answerList, filtersByColumn, type ListRules, sortsByColumn } from './lists';
import { showAnyOrder, showCurrencyOrderV1, showOrder } from './orderViews';
import { takeStep } from './trade';

/** Sorts and filters of lists of orders (observed). An order is sold when it is paid. */
const orderList: ListRules = {
  sorts: {
    ...sortsByColumn('id', 'created_at', 'updated_at', 'purchased_at', 'completed_at'),
    sold_at: 'purchased_at',
  },
  filters: filtersByColumn('id', 'status', 'offer_id', 'buyer_id', 'game_id', 'created_at'),
};

const ownOf = ({ sellerId }: SellerCall, kind: OrderKind): RowCondition[] => [
  equals('seller_id', sellerId),
  equals('kind', kind),
];

/** Lists orders of one kind, of one offer or of all (assumed). */
export const listOrders = (call: SellerCall, kind: OrderKind, ...more: readonly RowCondition[]): Reply =>
  answerList(call, call.orders, [...ownOf(call, kind), ...more], orderList, (row) => showOrder(row, call));

/** Handles a call about an order of the caller, or answers 404. */
const withOrder =
  (kind: OrderKind, parameter: string, handle: (call: SellerCall, order: Order) => Reply): Handler =>
  (call) => {
    const order = call.orders.find(call.parameters[parameter], ...ownOf(call, kind));
    return order === undefined ? sandboxProblems.notFound : handle(call, order);
  };

/** Completes an order for its seller. */
const completed = (kind: OrderKind, parameter: string, show: (order: Order, call: SellerCall) => unknown) =>
  withOrder(kind, parameter, (call, order) =>
    takeStep(call, order, 'complete', 'completed', (changed) => ok(show(changed, call))),
  );

const showCompleted = (order: Order, call: SellerCall) => ({
  data: showOrder(order, call),
  message: 'The order has been completed.',
  action: 'complete',
});

/** Operations on orders of both versions (v1: observed). */
export const orderOperations: readonly ServedOperation[] = [
  operation(
    'PATCH /v1/currency-orders/{currencyOrderId}/actions/complete',
    completed('currency', 'currencyOrderId', (order, call) => ({ data: showCurrencyOrderV1(order, call) })),
  ),
  operation('GET /v2/orders', (call) =>
    answerList(call, call.orders, [equals('seller_id', call.sellerId)], orderList, (row) =>
      showAnyOrder(row, call),
    ),
  ),
  ...(['account', 'item', 'currency'] as const).flatMap((kind) => {
    const [path, parameter] = [`/v2/${kind}-orders`, `${kind}Order`] as const;
    const handler = withOrder(kind, parameter, (call, order) => ok({ data: showOrder(order, call) }));
    const complete = operation(
      `POST ${path}/{${parameter}}/complete`,
      completed(kind, parameter, showCompleted),
    );
    return [
      operation(`GET ${path}`, (call) => listOrders(call, kind)),
      operation(`GET ${path}/{${parameter}}`, handler),
      ...(kind === 'account' ? [] : [complete]),
    ];
  }),
];
