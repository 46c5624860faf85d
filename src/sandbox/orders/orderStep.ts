import type { OrderStatus } from './orderStatus';

/** What can happen to an order: the delivery begins, it is completed, or the money goes back. */
export type OrderStep = 'begin' | 'complete' | 'refund';

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
export const afterStep = (step: OrderStep, status: OrderStatus): OrderStatus | undefined =>
  POSSIBLE_IN[step].includes(status) ? RESULT[step] : undefined;
