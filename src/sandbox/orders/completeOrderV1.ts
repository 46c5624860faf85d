import { printDecimal } from '../amounts/printDecimal';
import type { Display } from '../show/display';
import { isoDate } from '../show/isoDate';
import { completeOrder } from './completeOrder';
import type { Order } from './order';
import { orderTotal } from './orderTotal';
import { withOrder } from './withOrder';

/** Completes a currency order on v1 (observed). */
export const completeOrderV1 = withOrder('currency', 'currencyOrderId', (call, order) =>
  completeOrder(call, order, (completed) => ({ data: showCurrencyOrderV1(completed, call.display) })),
);

/** A currency order as v1 answers it (assumed); what the live service shows nowhere it does not show here. */
const showCurrencyOrderV1 = (order: Order, { shape }: Display) => ({
  id: String(order.id),
  type: 'currencyOrders',
  attributes: {
    currency_offer_id: String(order.offer_id),
    title: order.title,
    quantity: order.quantity,
    price: Number(printDecimal(orderTotal(order), 2)),
    status: order.status,
    created_at: isoDate(order.created_at),
    completed_at: order.completed_at === null || shape === 'live' ? null : isoDate(order.completed_at),
    updated_at: isoDate(order.updated_at),
  },
});
