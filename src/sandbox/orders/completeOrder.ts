import type { Call } from '../http/call';
import type { Reply } from '../http/reply';
import { invalid } from '../validation/invalid';
import { moveOrder } from './moveOrder';
import type { Order } from './order';

/** Completes an order for its seller and answers it through `show`; 422 when its state does not allow that. */
export async function completeOrder(
  call: Call,
  order: Order,
  show: (order: Order) => unknown,
): Promise<Reply> {
  const completed = await moveOrder(call, order, 'complete');
  return completed === undefined
    ? invalid({ status: [`An order that is ${order.status} cannot be completed.`] })
    : { status: 200, body: show(completed) };
}
