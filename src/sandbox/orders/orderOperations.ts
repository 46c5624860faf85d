import type { z } from 'zod';
import type { OperationContract } from '../../contract/operationContract';
import { listOf, listParameters, lists, resourceOf } from '../../contract/v2/envelopeV2';
import {
  accountOrder,
  completedOrder,
  currencyOrder,
  giftCardOrder,
  itemOrder,
  order,
  orderCredentialsPatch,
  orderMessage,
  orderMessageSend,
} from '../../contract/v2/ordersV2';

const query = listParameters(lists.orders.sorts, lists.orders.filters);

const list = <Item extends z.ZodType>(path: string, what: string, item: Item) =>
  ({
    method: 'GET',
    path,
    summary: `List the ${what} orders`,
    source: 'observed',
    query,
    status: 200,
    answer: listOf(item),
    refusals: [400, 422],
  }) as const;

const get = <Item extends z.ZodType>(
  path: string,
  what: string,
  source: OperationContract['source'],
  item: Item,
) =>
  ({
    method: 'GET',
    path,
    summary: `Get an order of ${what}`,
    source,
    status: 200,
    answer: resourceOf(item),
    refusals: [403, 404],
  }) as const;

const complete = <Item extends z.ZodType>(path: string, what: string, item: Item) =>
  ({
    method: 'POST',
    path,
    summary: `Report an order of ${what} as delivered`,
    source: 'observed',
    status: 200,
    answer: completedOrder(item),
    refusals: [403, 404, 422],
  }) as const;

const ofOffer = <Item extends z.ZodType>(path: string, what: string, item: Item) =>
  ({
    ...list(path, what, item),
    summary: `List the orders of ${what}`,
    source: 'assumed',
    refusals: [400, 404, 422],
  }) as const;

const readMessages = (path: string, what: string) =>
  ({
    method: 'GET',
    path: `${path}/messages`,
    summary: `List the messages about an order of ${what}`,
    source: 'assumed',
    query: listParameters(lists.orderMessages.sorts, lists.orderMessages.filters),
    status: 200,
    answer: listOf(orderMessage),
    refusals: [400, 404, 422],
  }) as const;

const sendMessage = (path: string, what: string) =>
  ({
    method: 'POST',
    path: `${path}/messages`,
    summary: `Write to the buyer of ${what}`,
    source: 'assumed',
    body: orderMessageSend,
    status: 201,
    answer: resourceOf(orderMessage),
    refusals: [403, 404, 422],
  }) as const;

/** Orders of all kinds. */
export const orderOperations = {
  listOrders: {
    ...list('/v2/orders', '', order),
    summary: 'List the orders of every kind',
    source: 'spec 4.9',
  },
  listAccountOrders: list('/v2/account-orders', 'account', accountOrder),
  getAccountOrder: get('/v2/account-orders/{accountOrder}', 'an account', 'observed', accountOrder),
  listItemOrders: list('/v2/item-orders', 'item', itemOrder),
  getItemOrder: get('/v2/item-orders/{itemOrder}', 'items', 'spec 4.1', itemOrder),
  completeItemOrder: complete('/v2/item-orders/{itemOrder}/complete', 'items', itemOrder),
  listCurrencyOrders: list('/v2/currency-orders', 'currency', currencyOrder),
  getCurrencyOrder: get('/v2/currency-orders/{currencyOrder}', 'currency', 'observed', currencyOrder),
  completeCurrencyOrder: complete('/v2/currency-orders/{currencyOrder}/complete', 'currency', currencyOrder),
  listGiftCardOrders: list('/v2/gift-card-orders', 'gift card', giftCardOrder),
  getGiftCardOrder: get('/v2/gift-card-orders/{giftCardOrder}', 'gift cards', 'observed', giftCardOrder),
  listOrdersOfAccountOffer: ofOffer('/v2/account-offers/{account}/orders', 'an account offer', accountOrder),
  listOrdersOfItemOffer: ofOffer('/v2/item-offers/{itemOffer}/orders', 'an item offer', itemOrder),
  listOrdersOfCurrencyOffer: ofOffer(
    '/v2/currency-offers/{currencyOffer}/orders',
    'a currency offer',
    currencyOrder,
  ),
  listOrdersOfGiftCardOffer: ofOffer(
    '/v2/gift-card-offers/{giftCardOffer}/orders',
    'a gift card offer',
    giftCardOrder,
  ),
  patchAccountOrderCredentials: {
    method: 'PATCH',
    path: '/v2/account-orders/{accountOrder}/credentials',
    summary: 'Deliver other credentials for an order of an account',
    source: 'assumed',
    body: orderCredentialsPatch,
    status: 200,
    answer: resourceOf(accountOrder),
    refusals: [403, 404, 422],
  },
  listAccountOrderMessages: readMessages('/v2/account-orders/{accountOrder}', 'an account'),
  sendAccountOrderMessage: sendMessage('/v2/account-orders/{accountOrder}', 'an account'),
  listItemOrderMessages: readMessages('/v2/item-orders/{itemOrder}', 'items'),
  sendItemOrderMessage: sendMessage('/v2/item-orders/{itemOrder}', 'items'),
  listCurrencyOrderMessages: readMessages('/v2/currency-orders/{currencyOrder}', 'currency'),
  sendCurrencyOrderMessage: sendMessage('/v2/currency-orders/{currencyOrder}', 'currency'),
  listGiftCardOrderMessages: readMessages('/v2/gift-card-orders/{giftCardOrder}', 'gift cards'),
  sendGiftCardOrderMessage: sendMessage('/v2/gift-card-orders/{giftCardOrder}', 'gift cards'),
} as const satisfies Record<string, OperationContract>;
