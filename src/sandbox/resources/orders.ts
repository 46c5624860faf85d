import { orderCredentialsPatch } from '../../contract/v2/ordersV2';
import { invalid } from '../http/checkBody';
import { ok, sandboxProblems, type Reply } from '../http/reply';
import { type SellerCall, type Handler, operation, type ServedOperation, withBody } from '../market';
import type { Order, OrderKind } from '../storage/sandboxSchema';
import { type RowCondition, equals } from '../storage/tables';
import { withAccountOffer } from './accounts';
import { addCredentials, changeCredential, noStock, takenText } from './credentials';
import {
  answerList,
  betweenInstants,
  type ListRules,
  oneOfNumbers,
  oneOfTexts,
  sortsByColumn,
} from './lists';
import { showAnyOrder, showCurrencyOrderV1, showOrder } from './orderViews';
import { stockOffers } from './stocks';
import { takeStep } from './trade';

/** How lists of orders can be sorted and filtered (observed). An order is sold when it is paid. */
const orderList: ListRules = {
  sorts: {
    ...sortsByColumn('id', 'created_at', 'updated_at', 'purchased_at', 'completed_at'),
    sold_at: 'purchased_at',
  },
  filters: {
    id: oneOfNumbers('id'),
    status: oneOfTexts('status'),
    offer_id: oneOfNumbers('offer_id'),
    buyer_id: oneOfNumbers('buyer_id'),
    game_id: oneOfNumbers('game_id'),
    created_at: betweenInstants('created_at'),
  },
};

const ownOf = ({ sellerId }: SellerCall, kind: OrderKind): RowCondition[] => [
  equals('seller_id', sellerId),
  equals('kind', kind),
];

/** Handles a call about one order of the caller; else 404. */
const withOrder =
  (kind: OrderKind, parameter: string, handle: (call: SellerCall, order: Order) => Reply): Handler =>
  (call) => {
    const order = call.orders.find(call.parameters[parameter], ...ownOf(call, kind));
    return order === undefined ? sandboxProblems.notFound : handle(call, order);
  };

/** Completes an order for its seller; 422 when its state does not allow that. */
function complete(call: SellerCall, order: Order, show: (order: Order) => unknown): Reply {
  const changed = takeStep(call, order, 'complete');
  return changed === undefined
    ? invalid({ status: [`An order that is ${order.status} cannot be completed.`] })
    : ok(show(changed));
}

const listOf = (call: SellerCall, kind: OrderKind, ...more: readonly RowCondition[]): Reply =>
  answerList(call, call.orders, [...ownOf(call, kind), ...more], orderList, (row) => showOrder(row, call));

/** The orders of one offer (assumed). */
const ofOffer = (call: SellerCall, kind: OrderKind, { id }: { readonly id: number }): Reply =>
  listOf(call, kind, equals('offer_id', id));

/** Gives an order a credential with the text and returns its id; undefined if another one of the offer holds it. */
function deliver(call: SellerCall, order: Order, text: string): number | undefined {
  const holder = call.credentials.find(order.credential_id ?? undefined);
  if (holder !== undefined) return changeCredential(call, holder, text)?.id;
  const [added] = addCredentials(call, order.offer_id, [text]);
  return added && call.credentials.save(added, { account_order_id: order.id }).id;
}

/** Gives an order other credentials, or its first ones when it is delivered by hand; a legacy offer has none (spec 4.4). */
function changeDelivered(call: SellerCall, order: Order): Reply {
  if (call.accounts.find(order.offer_id)?.is_legacy === 1) return noStock;
  return withBody(call, orderCredentialsPatch, [], ({ credentials: text }) => {
    if (order.status === 'refunded')
      return invalid({ status: ['The credentials of a refunded order cannot be changed.'] });
    const credentialId = deliver(call, order, text);
    if (credentialId === undefined) return takenText;
    const changed = call.orders.save(order, { credential_id: credentialId, updated_at: call.at });
    return ok({ data: showOrder(changed, call) });
  });
}

function operationsOf(kind: OrderKind): readonly ServedOperation[] {
  const [path, parameter] = [`/v2/${kind}-orders`, `${kind}Order`] as const;
  const completeOrder = withOrder(kind, parameter, (call, order) =>
    complete(call, order, (changed) => ({
      data: showOrder(changed, call),
      message: 'The order has been completed.',
      action: 'complete',
    })),
  );
  return [
    operation(`GET ${path}`, (call) => listOf(call, kind)),
    operation(
      `GET ${path}/{${parameter}}`,
      withOrder(kind, parameter, (call, order) => ok({ data: showOrder(order, call) })),
    ),
    ...(kind === 'account' ? [] : [operation(`POST ${path}/{${parameter}}/complete`, completeOrder)]),
  ];
}

const { currency, item } = stockOffers;

/** Orders on v2. */
export const orderOperations: readonly ServedOperation[] = [
  operation('GET /v2/orders', (call) =>
    answerList(call, call.orders, [equals('seller_id', call.sellerId)], orderList, (row) =>
      showAnyOrder(row, call),
    ),
  ),
  ...operationsOf('account'),
  ...operationsOf('item'),
  ...operationsOf('currency'),
  operation(
    'GET /v2/account-offers/{account}/orders',
    withAccountOffer('account', (call, offer) => ofOffer(call, 'account', offer)),
  ),
  operation(
    'GET /v2/item-offers/{itemOffer}/orders',
    item.one('itemOffer', (call, offer) => ofOffer(call, 'item', offer)),
  ),
  operation(
    'GET /v2/currency-offers/{currencyOffer}/orders',
    currency.one('currencyOffer', (call, offer) => ofOffer(call, 'currency', offer)),
  ),
  operation(
    'PATCH /v2/account-orders/{accountOrder}/credentials',
    withOrder('account', 'accountOrder', changeDelivered),
    orderCredentialsPatch,
  ),
];

/** Orders on v1 (observed). */
export const orderOperationsV1: readonly ServedOperation[] = [
  operation(
    'PATCH /v1/currency-orders/{currencyOrderId}/actions/complete',
    withOrder('currency', 'currencyOrderId', (call, order) =>
      complete(call, order, (changed) => ({ data: showCurrencyOrderV1(changed, call) })),
    ),
  ),
];
