import { type Selectable, sql, type SqlBool } from 'kysely';
import { type Handler, pathId, type SellerCall } from '../http/handler';
import { created, sandboxProblems, type Reply } from '../http/reply';
import type { Order, OrderKind } from '../storage/orderTables';
import { lists } from '../../contract/v2/envelopeV2';
import { orderMessageSend } from '../../contract/v2/ordersV2';
import { answerList } from '../listing/answerList';
import type { ListRules } from '../listing/listQuery';
import type { OrderMessageTable } from '../storage/liveShapes';
import { checkBody, invalid } from '../http/checkBody';

/** Handles a call about one order of the caller, named by the given path parameter; else 404. */
export const withOrder =
  (
    kind: OrderKind,
    parameter: string,
    handle: (call: SellerCall, order: Order) => Promise<Reply> | Reply,
  ): Handler =>
  async (call) => {
    const order = await call.db
      .selectFrom('order')
      .selectAll()
      .where('id', '=', pathId(call.parameters[parameter]) ?? 0)
      .where('seller_id', '=', call.sellerId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    return order === undefined ? sandboxProblems.notFound : handle(call, order);
  };

const messagesOf = (orderId: number): ListRules<'order_message'> => ({
  table: 'order_message',
  sorts: lists.orderMessages.sorts,
  filters: {},
  always: sql<SqlBool>`order_id = ${orderId}`,
});

/** Lists what was written about an order. */
export const readMessages = (kind: OrderKind, parameter: string): Handler =>
  withOrder(kind, parameter, (call, order) =>
    answerList(call, messagesOf(order.id), (rows) => rows.map(showMessage)),
  );

/** Writes to the buyer of an order. */
export const sendMessage = (kind: OrderKind, parameter: string): Handler =>
  withOrder(kind, parameter, (call, order) => writeMessage(call, order, 'seller'));

/** Keeps a message about an order and answers it. */
export async function writeMessage(
  { db, now, body: text }: Pick<SellerCall, 'db' | 'now' | 'body'>,
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
