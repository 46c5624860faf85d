import type { z } from 'zod';
import type { OperationContract } from '../../operation';
import { dataOf } from '../dataOf';
import { itemOrder } from '../itemOrder';
import { listOf } from '../listOf';
import { listParameters } from '../listParameters';
import { lists } from '../lists';
import { accountOrder, completed, currencyOrder, giftCardOrder, order } from '../orders';

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
    answer: dataOf(item),
    refusals: [403, 404],
  }) as const;

const complete = <Item extends z.ZodType>(path: string, what: string, item: Item) =>
  ({
    method: 'POST',
    path,
    summary: `Report an order of ${what} as delivered`,
    source: 'observed',
    status: 200,
    answer: completed(item),
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
} as const satisfies Record<string, OperationContract>;
