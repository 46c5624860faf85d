import type { orderOperations } from './orderOperations';
import { orderCredentialsPatch } from '../../contract/v2/ordersV2';
import { findAccountOffer, withAccountOffer } from '../offers/accountOfferStore';
import { addCredentials, changeCredential } from '../offers/credentialStock';
import type { Handler, HandlersOf, SellerCall } from '../http/handler';
import { ok, type Reply } from '../http/reply';
import { answerList } from '../listing/answerList';
import type { StockKind } from '../storage/offerTables';
import { withStockOffer } from '../offers/stockOfferStore';
import { checkBody, invalid } from '../http/checkBody';
import { completeOrder } from './orderSteps';
import type { Order, OrderKind } from '../storage/orderTables';
import { orderList, showEveryOrder, showOrder } from './showOrder';
import { readMessages, sendMessage, withOrder } from './orderMessages';

/** Orders on v2. */
export const orderHandlers: HandlersOf<typeof orderOperations> = {
  listOrders: (call) =>
    answerList(call, orderList(), (rows) =>
      rows.map((row) => ({
        id: row.id,
        kind: row.kind,
        offer_id: row.offer_id,
        ...showEveryOrder(row, call.display),
      })),
    ),
  listAccountOrders: list('account'),
  getAccountOrder: get('account', 'accountOrder'),
  patchAccountOrderCredentials: withOrder('account', 'accountOrder', changeDelivered),
  listAccountOrderMessages: readMessages('account', 'accountOrder'),
  sendAccountOrderMessage: sendMessage('account', 'accountOrder'),
  listOrdersOfAccountOffer: withAccountOffer((call, { id }) => listKind(call, 'account', id)),
  listItemOrders: list('item'),
  getItemOrder: get('item', 'itemOrder'),
  completeItemOrder: complete('item', 'itemOrder'),
  listItemOrderMessages: readMessages('item', 'itemOrder'),
  sendItemOrderMessage: sendMessage('item', 'itemOrder'),
  listOrdersOfItemOffer: ofOffer('item', 'itemOffer'),
  listCurrencyOrders: list('currency'),
  getCurrencyOrder: get('currency', 'currencyOrder'),
  completeCurrencyOrder: complete('currency', 'currencyOrder'),
  listCurrencyOrderMessages: readMessages('currency', 'currencyOrder'),
  sendCurrencyOrderMessage: sendMessage('currency', 'currencyOrder'),
  listOrdersOfCurrencyOffer: ofOffer('currency', 'currencyOffer'),
  listGiftCardOrders: list('gift_card'),
  getGiftCardOrder: get('gift_card', 'giftCardOrder'),
  listGiftCardOrderMessages: readMessages('gift_card', 'giftCardOrder'),
  sendGiftCardOrderMessage: sendMessage('gift_card', 'giftCardOrder'),
  listOrdersOfGiftCardOffer: ofOffer('gift_card', 'giftCardOffer'),
};

const listKind = (call: SellerCall, kind: OrderKind, offerId?: number): Promise<Reply> =>
  answerList(call, orderList(kind, offerId), (rows) => rows.map((row) => showOrder(row, call.display)));

function list(kind: OrderKind): Handler {
  return (call) => listKind(call, kind);
}

function ofOffer(kind: StockKind, parameter: string): Handler {
  return withStockOffer(kind, parameter, (call, { id }) => listKind(call, kind, id));
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

/** Gives an order other credentials, or its first ones when it is delivered by hand; a legacy offer has none (spec 4.4). */
async function changeDelivered(call: SellerCall, order: Order): Promise<Reply> {
  const offer = await findAccountOffer(call, String(order.offer_id));
  if (offer?.is_legacy === 1) {
    return invalid({ account: ['Credentials exist only for non-legacy account offers.'] });
  }
  const body = checkBody(orderCredentialsPatch, call.body);
  if (!body.ok) return invalid(body.errors);
  if (order.status === 'refunded') {
    return invalid({ status: ['The credentials of a refunded order cannot be changed.'] });
  }
  const credentialId = await deliver(call, order, body.value.credentials);
  if (credentialId === undefined) {
    return invalid({ credentials: ['The credentials has already been taken.'] });
  }
  const changed = await call.db
    .updateTable('order')
    .set({ credential_id: credentialId, updated_at: call.now })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return ok({ data: showOrder(changed, call.display) });
}

/** Gives an order a credential with the text and returns its id; undefined if another one of the offer holds it. */
async function deliver(call: SellerCall, order: Order, text: string): Promise<number | undefined> {
  const held = call.db.selectFrom('credential').selectAll().where('id', '=', order.credential_id);
  const credential = await held.executeTakeFirst();
  if (credential !== undefined) return (await changeCredential(call, credential, text))?.id;
  const [added] = await addCredentials(call, order.offer_id, [text]);
  if (added === undefined) return undefined;
  const sold = call.db.updateTable('credential').set({ account_order_id: order.id });
  await sold.where('id', '=', added.id).execute();
  return added.id;
}
