import type { Call } from '../http/call';
import type { Order } from '../orders/order';
import { orderTotal } from '../orders/orderTotal';
import { paidAndFee } from './paidAndFee';

type Context = Pick<Call, 'db' | 'now'>;

/** Notes the payment of a new order; it is pending until the order is delivered. */
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
