import type { Call } from '../http/call';
import { moveOrder } from '../orders/moveOrder';
import type { Order } from '../orders/order';
import type { OrderStep } from '../orders/orderStep';
import { invalid } from '../validation/invalid';
import type { Traded } from './traded';

type Context = Pick<Call, 'db' | 'now'>;

/** Takes the delivery one step on: pending -> in_delivery -> delivered (spec 3). */
export const deliverOrder = (context: Context, order: Order): Promise<Traded> =>
  take(context, order, order.status === 'pending' ? 'begin' : 'complete');

/** Gives the buyer the money back. */
export const refundOrder = (context: Context, order: Order): Promise<Traded> =>
  take(context, order, 'refund');

async function take(context: Context, order: Order, step: OrderStep): Promise<Traded> {
  const moved = await moveOrder(context, order, step);
  if (moved !== undefined) return { ok: true, order: moved };
  const what = step === 'refund' ? 'refunded' : 'delivered';
  return {
    ok: false,
    reply: invalid({ status: [`An order that is ${order.status} cannot be ${what}.`] }),
  };
}
