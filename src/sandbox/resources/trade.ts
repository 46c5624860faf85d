import { createHash } from 'node:crypto';
import { z } from 'zod';
import { refuseFields } from '../http/checkBody';
import { foundRow } from '../http/reply';
import type { MarketCall } from '../market';
import type { AccountOffer, Order, OrderKind, OrderStatus, StockOffer } from '../storage/sandboxSchema';
import { type Columns, matchColumn, pickColumns } from '../storage/tables';
import { parametersOf } from './accountViews';
import { listUnsold } from './credentials';

/** Calculates the exact cost of an order: unit price times quantity. Only its display is rounded. */
export const orderTotal = ({ unit_price, quantity }: Pick<Order, 'unit_price' | 'quantity'>): bigint =>
  BigInt(unit_price) * BigInt(quantity);

type OrderStep = 'begin' | 'complete' | 'refund';

/** Steps of an order: the states that allow each, and the columns after it at an instant (spec 3). */
const steps: Readonly<
  Record<OrderStep, { readonly from: readonly OrderStatus[]; readonly to: (at: number) => Columns<Order> }>
> = {
  begin: { from: ['pending'], to: () => ({ status: 'in_delivery' }) },
  complete: {
    from: ['pending', 'in_delivery'],
    to: (at) => ({ status: 'delivered', completed_at: at }),
  },
  refund: {
    from: ['pending', 'in_delivery', 'delivered'],
    // It also closes the dispute.
    to: (at) => ({ status: 'refunded', refunded_at: at, dispute_case_id: null }),
  },
};

/** Applies the step of an order to its offer. `order` is the state before the step. */
function followOrder({ accounts, stocks, at }: MarketCall, order: Order, step: OrderStep): void {
  if (step === 'begin') return;
  if (order.kind === 'account') {
    const account = accounts.findRow(order.offer_id);
    // A stock of credentials stays on sale.
    if (account?.is_legacy !== 1) return;
    const changes = { complete: { status: 'sold', sold_at: at }, refund: { status: 'refunded' } } as const;
    accounts.saveRow(account, { ...changes[step], updated_at: at });
    return;
  }
  if (step !== 'refund' || order.status === 'delivered') return;
  const offer = stocks.findRow(order.offer_id);
  // Undelivered units return to the stock.
  if (offer !== undefined) stocks.saveRow(offer, { stock: offer.stock + order.quantity, updated_at: at });
}

/** Moves an order and its offer one step on, and returns it. Refuses a step that the state does not allow. */
export function takeStep(call: MarketCall, order: Order, step: OrderStep, doneText: string): Order {
  const { from, to } = steps[step];
  if (!from.includes(order.status))
    refuseFields({ status: [`An order that is ${order.status} cannot be ${doneText}.`] });
  followOrder(call, order, step);
  return call.orders.saveRow(order, { updated_at: call.at, ...to(call.at) });
}

/** Makes the columns of a buyer: an id that is derived from the name, and the name censored (spec 2.3). */
export function buyerColumns(name: string) {
  const letters = Array.from(name);
  return {
    buyer_id: createHash('sha256').update(name).digest().readUInt32BE(0) >>> 1,
    buyer_username: `${letters.at(0) ?? ''}***${letters.at(-1) ?? ''}`,
  };
}

/** Returns the columns that an order copies from its offer. */
export const offerColumns = (offer: AccountOffer | StockOffer, kind: OrderKind) => ({
  ...pickColumns(offer, 'seller_id', 'game_id', 'title', 'description', 'delivery_duration', 'delivery_unit'),
  kind,
  offer_id: offer.id,
  parameters: offer.attributes,
  unit_price: offer.price,
});

/** Purchase by a buyer. */
export const purchase = z.object({
  kind: z.enum(['account', 'item', 'currency']).optional(),
  /** Id of the offer; without a kind it may be of any kind. */
  offer: z.int().min(1),
  quantity: z.int().min(1).default(1),
  /** Name of the buyer; answers show it censored. */
  buyer: z.string().min(1).default('sandbox buyer'),
  /** Input of the buyer for the delivery, e.g. a character name. */
  details: z.record(z.string(), z.unknown()).default({}),
});

type Purchase = Readonly<z.output<typeof purchase>>;

/** Stores an order, which is delivered at once if its delivery is instant (spec 3). */
const insertOrder = (
  { orders, at }: MarketCall,
  offered: ReturnType<typeof offerColumns>,
  { buyer, quantity, details }: Purchase,
  isInstant: boolean,
): Order =>
  orders.insertRow({
    ...offered,
    ...buyerColumns(buyer),
    quantity,
    credentials: JSON.stringify(details),
    created_at: at,
    updated_at: at,
    purchased_at: at,
    completed_at: isInstant ? at : null,
    status: isInstant ? 'delivered' : 'pending',
  });

/**
 * Buys one account: a login is sold with its offer; a stock gives its oldest credential, and is sold out with the last
 * one.
 */
function buyAccount(call: MarketCall, offer: AccountOffer, purchase: Purchase): Order {
  const { accounts, credentials, orders, at } = call;
  if (purchase.quantity !== 1) refuseFields({ quantity: ['Accounts are sold one at a time.'] });
  const isManual = offer.is_manual === 1;
  const isLegacy = offer.is_legacy === 1;
  const offered = { ...offerColumns(offer, 'account'), parameters: JSON.stringify(parametersOf(offer)) };
  // An offer with a login has no stock of credentials.
  const [credential, next] = listUnsold(call, offer);
  if (!isLegacy && credential === undefined && !isManual)
    refuseFields({ offer: ['The offer has no unsold credentials.'] });
  const order = insertOrder(call, offered, purchase, !isManual);
  const sold = { status: 'sold', sold_at: at, updated_at: at } as const;
  if (isLegacy) accounts.saveRow(offer, isManual ? { status: 'processing', updated_at: at } : sold);
  if (credential === undefined) return order;
  credentials.saveRow(credential, { account_order_id: order.id, updated_at: at });
  if (next === undefined) accounts.saveRow(offer, sold);
  return orders.saveRow(order, { credential_id: credential.id });
}

/** Maximum total of an order, in millionths: a store column and a JSON number hold it exactly. */
const MAX_TOTAL_MICROS = BigInt(Number.MAX_SAFE_INTEGER);

/** Buys a quantity from a stock, which it lowers. */
function buyStock(call: MarketCall, offer: StockOffer, purchase: Purchase): Order {
  const { quantity } = purchase;
  const { stock, min_quantity, price } = offer;
  const refuse = (text: string) => refuseFields({ quantity: [text] });
  if (quantity < min_quantity) refuse(`The quantity field must be at least ${min_quantity}.`);
  if (quantity > stock) refuse(`The quantity field must not be greater than ${stock}.`);
  if (orderTotal({ unit_price: price, quantity }) > MAX_TOTAL_MICROS)
    refuse('The order would cost too much.');
  call.stocks.saveRow(offer, { stock: stock - quantity, updated_at: call.at });
  return insertOrder(call, offerColumns(offer, offer.kind), purchase, offer.delivery_unit === null);
}

/** Buys an offer of any seller, if it is listed. */
export function buyOffer(call: MarketCall, purchase: Purchase): Order {
  const { kind, offer: id } = purchase;
  const isOfKind = kind === undefined ? [] : [matchColumn('kind', kind)];
  const account = kind === undefined || kind === 'account' ? call.accounts.findRow(id) : undefined;
  const offer = account ?? foundRow(call.stocks.findRow(id, ...isOfKind));
  if (offer.status !== 'listed')
    refuseFields({ offer: [`The offer is not for sale: it is ${offer.status}.`] });
  return 'kind' in offer ? buyStock(call, offer, purchase) : buyAccount(call, offer, purchase);
}
