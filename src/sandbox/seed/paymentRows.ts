import type { Insertable } from 'kysely';
import { paidAndFee } from '../finance/paidAndFee';
import { orderTotal } from '../orders/orderTotal';
import type { OrderTable } from '../storage/orderTable';
import type { PaymentTable } from '../storage/paymentTable';

/** The payments of an order: its sale, and its refund when there was one. */
export function paymentRows(order: Insertable<OrderTable>): Insertable<PaymentTable>[] {
  const { amount, fee } = paidAndFee(orderTotal(order));
  const settled = order.completed_at !== null && order.completed_at !== undefined;
  const common = {
    seller_id: order.seller_id,
    order_id: order.id ?? 0,
    status: settled ? ('settled' as const) : ('pending' as const),
  };
  const sale = {
    ...common,
    kind: 'sale' as const,
    amount: Number(amount),
    fee: Number(fee),
    created_at: order.created_at,
    updated_at: order.completed_at ?? order.created_at,
  };
  if (order.refunded_at === null || order.refunded_at === undefined) return [sale];
  const refund = {
    ...common,
    kind: 'refund' as const,
    amount: Number(-amount),
    fee: Number(-fee),
    created_at: order.refunded_at,
    updated_at: order.refunded_at,
  };
  return [sale, refund];
}
