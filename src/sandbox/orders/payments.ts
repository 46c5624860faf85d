import { type Micros, ONE, divideHalfEven } from '../values/amounts';
import type { Order } from '../storage/orderTables';
import type { SellerCall } from '../http/handler';

/** The marketplace keeps one tenth of a sale (assumed). */
const FEE_DIVISOR = 10n;

/** One cent, in millionths. */
const CENT = ONE / 100n;

/** The payment of a total and the marketplace's fee: whole cents, half-even. */
export function paidAndFee(total: Micros): { readonly amount: Micros; readonly fee: Micros } {
  const amount = divideHalfEven(total, CENT) * CENT;
  return { amount, fee: divideHalfEven(amount, FEE_DIVISOR * CENT) * CENT };
}

/** The exact cost of an order: unit price times quantity. It is rounded only when it is shown or paid. */
export const orderTotal = ({ unit_price, quantity }: Pick<Order, 'unit_price' | 'quantity'>): Micros =>
  BigInt(unit_price) * BigInt(quantity);

type Context = Pick<SellerCall, 'db' | 'now'>;

async function insertPayment({ db, now }: Context, order: Order, kind: 'sale' | 'refund'): Promise<void> {
  const { amount, fee } = paidAndFee(orderTotal(order));
  const sign = kind === 'sale' ? 1n : -1n;
  await db
    .insertInto('payment')
    .values({
      ...{ seller_id: order.seller_id, order_id: order.id, kind },
      status: order.status === 'delivered' ? 'settled' : 'pending',
      ...{ amount: Number(sign * amount), fee: Number(sign * fee), created_at: now, updated_at: now },
    })
    .execute();
}

/** Stores the payment of a new order; it is pending until the order is delivered. */
export const recordPayment = (context: Context, order: Order): Promise<void> =>
  insertPayment(context, order, 'sale');

/** The payment of a delivered order becomes the seller's. */
export async function settlePayment({ db, now }: Context, order: Order): Promise<void> {
  await db
    .updateTable('payment')
    .set({ status: 'settled', updated_at: now })
    .where('order_id', '=', order.id)
    .execute();
}

/** Takes a payment back, whatever state it is in: the sale and its refund have the same state and add up to nothing. */
export const refundPayment = (context: Context, order: Order): Promise<void> =>
  insertPayment(context, order, 'refund');
