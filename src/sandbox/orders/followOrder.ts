import { sql } from 'kysely';
import type { Call } from '../http/call';
import type { Order } from './order';
import type { OrderStep } from './orderStep';

/** What an order's step means for its offer. `order` is the order before the step. */
export async function followOrder(
  { db, now }: Pick<Call, 'db' | 'now'>,
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
    // What was not delivered is there again.
    await db
      .updateTable('stock_offer')
      .set({ stock: sql`stock + ${order.quantity}`, updated_at: now })
      .where('id', '=', order.offer_id)
      .execute();
  }
}
