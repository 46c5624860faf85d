import type { Call } from '../http/call';
import { refundPayment, settlePayment } from '../finance/payments';
import { followOrder } from './followOrder';
import type { Order } from './order';
import { afterStep, type OrderStep } from './orderStep';

/** Takes an order one step on, its payment with it; undefined when its state does not allow the step. */
export async function moveOrder(
  call: Pick<Call, 'db' | 'now'>,
  order: Order,
  step: OrderStep,
): Promise<Order | undefined> {
  const status = afterStep(step, order.status);
  if (status === undefined) return undefined;
  await followOrder(call, order, step);
  if (step === 'complete') await settlePayment(call, order);
  if (step === 'refund') await refundPayment(call, order);
  return call.db
    .updateTable('order')
    .set({ status, updated_at: call.now, ...instantOf(step, call.now) })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A refund also closes the dispute. */
function instantOf(step: OrderStep, now: number): Partial<Order> {
  if (step === 'complete') return { completed_at: now };
  return step === 'refund' ? { refunded_at: now, dispute_case_id: null } : {};
}
