import type { Call } from '../http/call';
import type { Handler } from '../http/handler';
import { pathId } from '../http/pathId';
import { problems } from '../http/problems';
import type { Reply } from '../http/reply';
import type { Order } from './order';
import type { OrderKind } from './orderStatus';

/** Handles a call about one order of the caller, named by the given path parameter; else 404. */
export const withOrder =
  (
    kind: OrderKind,
    parameter: string,
    handle: (call: Call, order: Order) => Promise<Reply> | Reply,
  ): Handler =>
  async (call) => {
    const order = await call.db
      .selectFrom('order')
      .selectAll()
      .where('id', '=', pathId(call.parameters[parameter]) ?? 0)
      .where('seller_id', '=', call.sellerId)
      .where('kind', '=', kind)
      .executeTakeFirst();
    return order === undefined ? problems.notFound : handle(call, order);
  };
