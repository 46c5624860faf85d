import { sql } from 'kysely';
import type { Order, OrderStatus } from '../storage/orderTables';
import type { SellerCall } from '../http/handler';
import { refundPayment, settlePayment } from './payments';
import type { Reply } from '../http/reply';
import { invalid } from '../http/checkBody';

/** The steps of an order: the delivery begins, it is completed, or the money goes back. */
type OrderStep = 'begin' | 'complete' | 'refund';

/** The status that a step leads to (spec 3). */
const RESULT: Readonly<Record<OrderStep, OrderStatus>> = {
  begin: 'in_delivery',
  complete: 'delivered',
  refund: 'refunded',
};

/** States in which a step can happen: pending -> in_delivery -> delivered, and refunded from each of them. */
const POSSIBLE_IN: Readonly<Record<OrderStep, readonly OrderStatus[]>> = {
  begin: ['pending'],
  complete: ['pending', 'in_delivery'],
  refund: ['pending', 'in_delivery', 'delivered'],
};

/** The status after a step; undefined when the step cannot happen now. */
const afterStep = (step: OrderStep, status: OrderStatus): OrderStatus | undefined =>
  POSSIBLE_IN[step].includes(status) ? RESULT[step] : undefined;

/** Applies an order's step to its offer. `order` is the order before the step. */
async function followOrder(
  { db, now }: Pick<SellerCall, 'db' | 'now'>,
  order: Order,
  step: OrderStep,
): Promise<void> {
  if (step === 'begin') return;
  if (order.kind === 'account') {
    const columns =
      step === 'complete' ? ({ status: 'sold', sold_at: now } as const) : ({ status: 'refunded' } as const);
    await db
      .updateTable('account_offer')
      .set({ ...columns, updated_at: now })
      .where('id', '=', order.offer_id)
      // A stock of credentials goes on being sold.
      .where('is_legacy', '=', 1)
      .execute();
  } else if (step === 'refund' && order.status !== 'delivered') {
    // Undelivered units return to the stock.
    await db
      .updateTable('stock_offer')
      .set({ stock: sql`stock + ${order.quantity}`, updated_at: now })
      .where('id', '=', order.offer_id)
      .execute();
  }
}

/** Takes an order one step on, its payment with it; undefined when its state does not allow the step. */
async function moveOrder(
  call: Pick<SellerCall, 'db' | 'now'>,
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

/** The columns that a step sets; a refund also closes the dispute. */
function instantOf(step: OrderStep, now: number): Partial<Order> {
  if (step === 'complete') return { completed_at: now };
  return step === 'refund' ? { refunded_at: now, dispute_case_id: null } : {};
}

/** Completes an order for its seller and answers it through `show`; 422 when its state does not allow that. */
export async function completeOrder(
  call: SellerCall,
  order: Order,
  show: (order: Order) => unknown,
): Promise<Reply> {
  const completed = await moveOrder(call, order, 'complete');
  return completed === undefined
    ? invalid({ status: [`An order that is ${order.status} cannot be completed.`] })
    : { status: 200, body: show(completed) };
}

/** The result of a step: the changed order, or the answer that refuses it. */
export type Traded =
  | { readonly ok: true; readonly order: Order }
  | { readonly ok: false; readonly reply: Reply };

type Context = Pick<SellerCall, 'db' | 'now'>;

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
