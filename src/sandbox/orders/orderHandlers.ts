import type { orderOperations } from '../../contract/v2/operations/orders';
import type { Handler, HandlersOf } from '../http/handler';
import { ok } from '../http/reply';
import { listPage } from '../listing/listPage';
import { completeOrder } from './completeOrder';
import { orderList } from './orderList';
import type { OrderKind } from './orderStatus';
import { showEveryOrder, showOrder } from './showOrder';
import { withOrder } from './withOrder';

/** Orders on v2. */
export const orderHandlers: HandlersOf<typeof orderOperations> = {
  listOrders: (call) =>
    listPage(call, orderList(), (rows) =>
      rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        offer_id: row.offer_id,
        ...showEveryOrder(row, call.display),
      })),
    ),
  listAccountOrders: list('account'),
  getAccountOrder: get('account', 'accountOrder'),
  listItemOrders: list('item'),
  getItemOrder: get('item', 'itemOrder'),
  completeItemOrder: complete('item', 'itemOrder'),
  listCurrencyOrders: list('currency'),
  getCurrencyOrder: get('currency', 'currencyOrder'),
  completeCurrencyOrder: complete('currency', 'currencyOrder'),
  listGiftCardOrders: list('gift_card'),
  getGiftCardOrder: get('gift_card', 'giftCardOrder'),
};

function list(kind: OrderKind): Handler {
  return (call) => listPage(call, orderList(kind), (rows) => rows.map((row) => showOrder(row, call.display)));
}

function get(kind: OrderKind, parameter: string): Handler {
  return withOrder(kind, parameter, (call, order) => ok({ data: showOrder(order, call.display) }));
}

function complete(kind: OrderKind, parameter: string): Handler {
  return withOrder(kind, parameter, (call, order) =>
    completeOrder(call, order, (completed) => ({
      data: showOrder(completed, call.display),
      message: 'The order has been completed.',
      action: 'complete',
    })),
  );
}
