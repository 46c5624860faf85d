import type { AnswerShape } from '../answerShape';
import { type DeliveryColumns, deliveryTimeOf } from './deliveryTime';
import { describeDelivery } from './describeDelivery';

/** A delivery time as v2 answers it (spec 2.5); the live service writes `formatLong` (observed). */
export function showDeliveryTime(row: DeliveryColumns, shape: AnswerShape) {
  const { duration, unit, short, long, seconds } = describeDelivery(deliveryTimeOf(row), shape);
  const formatLong = shape === 'live' ? { formatLong: long } : { format_long: long };
  return { duration, unit, format: short, ...formatLong, seconds };
}
