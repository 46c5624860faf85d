import type { Insertable } from 'kysely';
import type { Call } from '../http/call';
import type { Order } from '../orders/order';
import { recordPayment } from '../finance/payments';
import type { OrderTable } from '../storage/orderTable';
import { buyerColumns } from './buyerColumns';
import type { Purchase } from './purchase';

type Bought = Pick<
  Insertable<OrderTable>,
  | 'seller_id'
  | 'kind'
  | 'offer_id'
  | 'game_id'
  | 'title'
  | 'description'
  | 'parameters'
  | 'delivery_duration'
  | 'delivery_unit'
  | 'unit_price'
>;

/** Stores an order with its payment. What is delivered at once is delivered (spec 3). */
export async function insertOrder(
  { db, now }: Pick<Call, 'db' | 'now'>,
  bought: Bought,
  { buyer, quantity, details }: Purchase,
  isInstant: boolean,
): Promise<Order> {
  const order = await db
    .insertInto('order')
    .values({
      ...bought,
      ...buyerColumns(buyer),
      quantity,
      credentials: JSON.stringify(details),
      credential_id: null,
      rating: null,
      status: isInstant ? 'delivered' : 'pending',
      dispute_case_id: null,
      created_at: now,
      updated_at: now,
      purchased_at: now,
      completed_at: isInstant ? now : null,
      refunded_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordPayment({ db, now }, order);
  return order;
}
