import { sql, type Transaction } from 'kysely';
import type { Tables } from '../storage/sandboxTables';
import type { SellerCall } from '../http/handler';
import type { Order } from '../storage/orderTables';
import { showOrder } from './showOrder';
import { invalid } from '../http/checkBody';
import { emitEvent } from '../webhooks/webhookEvents';
import type { Traded } from './orderSteps';

const FIRST_CASE = 30_001;

/** The id of a new dispute case; never given twice. */
async function nextDisputeCase(db: Transaction<Tables>): Promise<number> {
  const { value } = await db
    .insertInto('setting')
    .values({ name: 'last-dispute-case', value: String(FIRST_CASE) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: sql`cast(value as integer) + 1` }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return Number(value);
}

/** The actions of a buyer about an order that went wrong. */
type Complaint = 'report' | 'open' | 'close';

/** Reports an order, or opens or closes a dispute about it, and notifies the seller (events as observed). */
export async function disputeOrder(
  context: Pick<SellerCall, 'db' | 'now' | 'display'>,
  order: Order,
  complaint: Complaint,
): Promise<Traded> {
  const refusal = refusalOf(order, complaint);
  if (refusal !== undefined) return { ok: false, reply: invalid({ dispute: [refusal] }) };
  const notified = { ...context, sellerId: order.seller_id };
  if (complaint === 'report') {
    await emitEvent(notified, 'order.report.issued', {
      order_id: order.id,
      kind: order.kind,
      order: showOrder(order, context.display),
    });
    return { ok: true, order };
  }
  const opens = complaint === 'open';
  const caseId = opens ? await nextDisputeCase(context.db) : order.dispute_case_id;
  const changed = await context.db
    .updateTable('order')
    .set({ dispute_case_id: opens ? caseId : null, updated_at: context.now })
    .where('id', '=', order.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await emitEvent(notified, opens ? 'order.dispute.created' : 'order.dispute.updated', {
    order_id: order.id,
    kind: order.kind,
    dispute_case_id: caseId,
    status: opens ? 'open' : 'closed',
    order: showOrder(changed, context.display),
  });
  return { ok: true, order: changed };
}

function refusalOf(order: Order, complaint: Complaint): string | undefined {
  if (order.status === 'refunded') return 'A refunded order cannot be disputed.';
  if (complaint === 'open' && order.dispute_case_id !== null) return 'The order is already disputed.';
  return complaint === 'close' && order.dispute_case_id === null ? 'The order is not disputed.' : undefined;
}
