import { createHash } from 'node:crypto';
import { type FieldErrors, invalid } from '../http/checkBody';
import { sandboxProblems, type Reply } from '../http/reply';
import type { MarketCall } from '../market';
import type { AccountOffer, Order, OrderKind, OrderStatus, StockOffer } from '../storage/sandboxSchema';
import { equals } from '../storage/tables';
import { parametersOf } from './accountViews';
import { unsoldOf } from './credentials';
import { orderTotal } from './orderViews';

/** The steps of an order: the delivery begins, it is completed, or the money goes back. */
type OrderStep = 'begin' | 'complete' | 'refund';

/** The states that allow a step, and the one it leads to (spec 3). */
const steps: Readonly<
  Record<OrderStep, { readonly from: readonly OrderStatus[]; readonly to: OrderStatus }>
> = {
  begin: { from: ['pending'], to: 'in_delivery' },
  complete: { from: ['pending', 'in_delivery'], to: 'delivered' },
  refund: { from: ['pending', 'in_delivery', 'delivered'], to: 'refunded' },
};

/** Applies an order's step to its offer. `order` is the order before the step. */
function followOrder({ accounts, stocks, at }: MarketCall, order: Order, step: OrderStep): void {
  if (step === 'begin') return;
  const account = order.kind === 'account' ? accounts.find(order.offer_id) : undefined;
  // A stock of credentials goes on being sold.
  if (account?.is_legacy === 1) {
    const sold = { status: 'sold', sold_at: at } as const;
    accounts.save(account, { ...(step === 'complete' ? sold : { status: 'refunded' }), updated_at: at });
  }
  // Undelivered units return to the stock.
  const returns = order.kind !== 'account' && step === 'refund' && order.status !== 'delivered';
  const offer = returns ? stocks.find(order.offer_id) : undefined;
  if (offer !== undefined) stocks.save(offer, { stock: offer.stock + order.quantity, updated_at: at });
}

/** Takes an order one step on, its offer with it; undefined when its state does not allow the step. */
export function takeStep(call: MarketCall, order: Order, step: OrderStep): Order | undefined {
  const { from, to: status } = steps[step];
  if (!from.includes(order.status)) return undefined;
  followOrder(call, order, step);
  const { at } = call;
  // A refund also closes the dispute.
  const refunded = step === 'refund' ? { refunded_at: at, dispute_case_id: null } : {};
  const completed = step === 'complete' ? { completed_at: at } : {};
  return call.orders.save(order, { status, updated_at: at, ...completed, ...refunded });
}

/** The result of a trade: the order, or the answer that refuses it. */
export type Traded =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly reply: Reply };

const refused = (errors: FieldErrors): Traded => ({ ok: false, reply: invalid(errors) });

/** Takes the delivery one step on: pending -> in_delivery -> delivered (spec 3). */
export const deliverOrder = (call: MarketCall, order: Order): Traded =>
  tradedBy(call, order, order.status === 'pending' ? 'begin' : 'complete', 'delivered');

/** Gives the buyer the money back. */
export const refundOrder = (call: MarketCall, order: Order): Traded =>
  tradedBy(call, order, 'refund', 'refunded');

function tradedBy(call: MarketCall, order: Order, step: OrderStep, done: string): Traded {
  const changed = takeStep(call, order, step);
  return changed === undefined
    ? refused({ status: [`An order that is ${order.status} cannot be ${done}.`] })
    : { ok: true, order: changed };
}

/** A buyer as orders keep him: an id that follows from the name, and the name censored (spec 2.3). */
export function buyerColumns(name: string) {
  const letters = Array.from(name);
  return {
    buyer_id: createHash('sha256').update(name).digest().readUInt32BE(0) >>> 1,
    buyer_username: `${letters.at(0) ?? ''}***${letters.at(-1) ?? ''}`,
  };
}

/** The columns that an order takes over from its offer. */
export const offeredBy = (
  offer: Omit<AccountOffer | StockOffer, 'id' | 'status'> & { readonly id: number },
  kind: OrderKind,
) => ({
  seller_id: offer.seller_id,
  kind,
  offer_id: offer.id,
  game_id: offer.game_id,
  title: offer.title,
  description: offer.description,
  parameters: offer.attributes,
  delivery_duration: offer.delivery_duration,
  delivery_unit: offer.delivery_unit,
  unit_price: offer.price,
});

/** The purchase that a buyer asks for. */
interface Purchase {
  /** Without a kind, the id must belong to one kind of offer only. */
  readonly kind: OrderKind | undefined;
  readonly offerId: number;
  readonly quantity: number;
  /** Name of the buyer; answers show it censored. */
  readonly buyer: string;
  /** The buyer's input for the delivery, e.g. a character name. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** Stores an order. One with instant delivery is delivered already (spec 3). */
function insertOrder(
  { orders, at }: MarketCall,
  offered: ReturnType<typeof offeredBy>,
  { buyer, quantity, details }: Purchase,
  isInstant: boolean,
): Order {
  return orders.insert({
    ...offered,
    ...buyerColumns(buyer),
    quantity,
    credentials: JSON.stringify(details),
    status: isInstant ? 'delivered' : 'pending',
    ...{ created_at: at, updated_at: at, purchased_at: at, completed_at: isInstant ? at : null },
  });
}

/** Buys one account: a login is sold with its offer, a stock gives its oldest credential, the last one sells it out. */
function buyAccount(call: MarketCall, offer: AccountOffer, purchase: Purchase): Traded {
  const { accounts, credentials, orders, at } = call;
  if (purchase.quantity !== 1) return refused({ quantity: ['Accounts are sold one at a time.'] });
  const isManual = offer.is_manual === 1;
  const offered = { ...offeredBy(offer, 'account'), parameters: JSON.stringify(parametersOf(offer)) };
  const [credential, next] = offer.is_legacy === 1 ? [] : unsoldOf(call, offer);
  if (offer.is_legacy !== 1 && credential === undefined && !isManual)
    return refused({ offer: ['The offer has no unsold credentials.'] });
  const order = insertOrder(call, offered, purchase, !isManual);
  const sold = { status: 'sold', sold_at: at, updated_at: at } as const;
  if (offer.is_legacy === 1) {
    accounts.save(offer, isManual ? { status: 'processing', updated_at: at } : sold);
    return { ok: true, order };
  }
  if (credential === undefined) return { ok: true, order };
  credentials.save(credential, { account_order_id: order.id, updated_at: at });
  if (next === undefined) accounts.save(offer, sold);
  return { ok: true, order: orders.save(order, { credential_id: credential.id }) };
}

/** Largest total of one order, in millionths: a store column and a JSON number hold it exactly. */
const MAX_TOTAL_MICROS = BigInt(Number.MAX_SAFE_INTEGER);

function quantityErrors({ stock, min_quantity, price }: StockOffer, quantity: number): FieldErrors {
  if (quantity < min_quantity) return { quantity: [`The quantity field must be at least ${min_quantity}.`] };
  if (quantity > stock) return { quantity: [`The quantity field must not be greater than ${stock}.`] };
  const total = orderTotal({ unit_price: price, quantity });
  return total > MAX_TOTAL_MICROS ? { quantity: ['The order would cost too much.'] } : {};
}

/** Buys a quantity out of a stock, which it lowers. */
function buyStock(call: MarketCall, offer: StockOffer, purchase: Purchase): Traded {
  const errors = quantityErrors(offer, purchase.quantity);
  if (Object.keys(errors).length > 0) return refused(errors);
  const order = insertOrder(call, offeredBy(offer, offer.kind), purchase, offer.delivery_unit === null);
  call.stocks.save(offer, { stock: offer.stock - purchase.quantity, updated_at: call.at });
  return { ok: true, order };
}

/** Finds the offers that a purchase may mean: without a kind one of each. */
function offersNamed({ accounts, stocks }: MarketCall, { kind, offerId }: Purchase) {
  const account = kind === undefined || kind === 'account' ? accounts.find(offerId) : undefined;
  const isOfKind = kind === undefined ? [] : [equals('kind', kind)];
  const stock = kind === 'account' ? undefined : stocks.find(offerId, ...isOfKind);
  return [account, stock].filter((offer) => offer !== undefined);
}

/** Buys an offer of any seller and kind. Only listed offers are for sale. */
export function buyOffer(call: MarketCall, purchase: Purchase): Traded {
  const [offer, namesake] = offersNamed(call, purchase);
  if (namesake !== undefined) return refused({ offer: ['The id names offers of two kinds: say which.'] });
  if (offer === undefined) return { ok: false, reply: sandboxProblems.notFound };
  if (offer.status !== 'listed')
    return refused({ offer: [`The offer is not for sale: it is ${offer.status}.`] });
  return 'kind' in offer ? buyStock(call, offer, purchase) : buyAccount(call, offer, purchase);
}
