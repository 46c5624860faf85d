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

/** Stores the payment of a new order; it is pending until the order is delivered. */
export async function recordPayment({ db, now }: Context, order: Order): Promise<void> {
  const { amount, fee } = paidAndFee(orderTotal(order));
  await db
    .insertInto('payment')
    .values({
      seller_id: order.seller_id,
      order_id: order.id,
      kind: 'sale',
      status: order.status === 'delivered' ? 'settled' : 'pending',
      amount: Number(amount),
      fee: Number(fee),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** The payment of a delivered order becomes the seller's. */
export async function settlePayment({ db, now }: Context, order: Order): Promise<void> {
  await db
    .updateTable('payment')
    .set({ status: 'settled', updated_at: now })
    .where('order_id', '=', order.id)
    .execute();
}

/** Takes a payment back, whatever state it is in: the sale and its refund have the same state and add up to nothing. */
export async function refundPayment({ db, now }: Context, order: Order): Promise<void> {
  const { amount, fee } = paidAndFee(orderTotal(order));
  await db
    .insertInto('payment')
    .values({
      seller_id: order.seller_id,
      order_id: order.id,
      kind: 'refund',
      status: order.status === 'delivered' ? 'settled' : 'pending',
      amount: Number(-amount),
      fee: Number(-fee),
      created_at: now,
      updated_at: now,
    })
    .execute();
}
