import type { Selectable } from 'kysely';
import { lists } from '../../contract/v2/lists';
import { orderMessageSend } from '../../contract/v2/orders';
import type { Call } from '../http/call';
import type { Handler } from '../http/handler';
import { created } from '../http/reply';
import { listPage } from '../listing/listPage';
import type { ListRules } from '../listing/listRules';
import type { OrderMessageTable } from '../storage/addLiveShapes';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import { sql, type SqlBool } from 'kysely';
import type { Order } from './order';
import type { OrderKind } from './orderStatus';
import { withOrder } from './withOrder';

const messagesOf = (orderId: number): ListRules<'order_message'> => ({
  table: 'order_message',
  sorts: lists.orderMessages.sorts,
  filters: {},
  always: sql<SqlBool>`order_id = ${orderId}`,
});

/** Lists what was written about an order. */
export const readMessages = (kind: OrderKind, parameter: string): Handler =>
  withOrder(kind, parameter, (call, order) =>
    listPage(call, messagesOf(order.id), (rows) => rows.map(showMessage)),
  );

/** Writes to the buyer of an order. */
export const sendMessage = (kind: OrderKind, parameter: string): Handler =>
  withOrder(kind, parameter, (call, order) => writeMessage(call, order, 'seller'));

/** Keeps a message about an order and answers it. */
export async function writeMessage(
  { db, now, body: text }: Pick<Call, 'db' | 'now' | 'body'>,
  order: Order,
  sender: OrderMessageTable['sender'],
) {
  const body = checkBody(orderMessageSend, text);
  if (!body.ok) return invalid(body.errors);
  const { message } = body.value;
  const written = await db
    .insertInto('order_message')
    .values({
      seller_id: order.seller_id,
      order_id: order.id,
      sender,
      message,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return created({ data: showMessage(written) });
}

const showMessage = ({
  id,
  order_id,
  sender,
  message,
  created_at,
  updated_at,
}: Selectable<OrderMessageTable>) => ({ id, order_id, sender, message, created_at, updated_at });
