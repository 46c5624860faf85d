import { z } from 'zod';
import { pathId } from '../http/handler';
import { created, ok, sandboxProblems, type Reply } from '../http/reply';
import type { Order } from '../storage/orderTables';
import { writeMessage } from '../orders/orderMessages';
import { showEveryOrder } from '../orders/showOrder';
import { buyOffer } from '../orders/buyOffer';
import { disputeOrder } from '../orders/disputeOrder';
import { deliverOrder, refundOrder, type Traded } from '../orders/orderSteps';
import { checkBody, invalid } from '../http/checkBody';
import type { ControlCall, ControlOperation } from './controls';

const purchase = z.object({
  kind: z.enum(['account', 'item', 'currency', 'gift_card']).optional(),
  offer: z.int().min(1),
  quantity: z.int().min(1).default(1),
  buyer: z.string().min(1).default('sandbox buyer'),
  details: z.record(z.string(), z.unknown()).default({}),
});

const complaint = z.object({ action: z.enum(['open', 'close', 'report']).default('open') });

/** The actions of buyers and of the marketplace: buy, deliver, refund, dispute, write. */
export const tradeControls: readonly ControlOperation[] = [
  {
    method: 'POST',
    path: '/buy',
    handle: async (call) => {
      const body = checkBody(purchase, call.body);
      if (!body.ok) return invalid(body.errors);
      const { offer: offerId, kind, ...rest } = body.value;
      const bought = await buyOffer(call, { ...rest, kind, offerId });
      return bought.ok ? created({ data: showTrade(bought.order, call) }) : bought.reply;
    },
  },
  step('deliver', deliverOrder),
  step('refund', refundOrder),
  {
    method: 'POST',
    path: '/orders/{order}/dispute',
    handle: async (call) => {
      const body = checkBody(complaint, call.body);
      if (!body.ok) return invalid(body.errors);
      const order = await findOrder(call);
      if (order === undefined) return sandboxProblems.notFound;
      return answer(await disputeOrder(call, order, body.value.action), call);
    },
  },
  {
    method: 'POST',
    path: '/orders/{order}/messages',
    handle: async (call) => {
      const order = await findOrder(call);
      return order === undefined ? sandboxProblems.notFound : writeMessage(call, order, 'buyer');
    },
  },
];

function step(name: string, take: (call: ControlCall, order: Order) => Promise<Traded>): ControlOperation {
  return {
    method: 'POST',
    path: `/orders/{order}/${name}`,
    handle: async (call) => {
      const order = await findOrder(call);
      return order === undefined ? sandboxProblems.notFound : answer(await take(call, order), call);
    },
  };
}

const findOrder = ({ db, parameters }: ControlCall) =>
  db
    .selectFrom('order')
    .selectAll()
    .where('id', '=', pathId(parameters.order) ?? 0)
    .executeTakeFirst();

const answer = (traded: Traded, call: ControlCall): Reply =>
  traded.ok ? ok({ data: showTrade(traded.order, call) }) : traded.reply;

const showTrade = (order: Order, { display }: ControlCall) => ({
  id: order.id,
  kind: order.kind,
  offer_id: order.offer_id,
  ...showEveryOrder(order, display),
});
