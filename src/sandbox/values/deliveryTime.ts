import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../contract/clock';
import type { z } from 'zod';
import type { deliveryTimeInput } from '../../contract/requestKinds';
import { isSet, type Rule } from '../http/checkBody';
import type { AnswerShape } from './display';

const SECONDS = { minutes: MINUTE_SECONDS, hours: HOUR_SECONDS, days: DAY_SECONDS } as const;

/** Unit of a delivery time (spec 2.5). */
export type DeliveryUnit = keyof typeof SECONDS;

/** Units of a delivery time. */
export const DELIVERY_UNITS = ['minutes', 'hours', 'days'] as const;

/** Columns of a row for its delivery time; null stands for instant delivery. */
interface DeliveryColumns {
  readonly delivery_duration: number | null;
  readonly delivery_unit: DeliveryUnit | null;
}

type DeliveryInput = z.output<ReturnType<typeof deliveryTimeInput>> | null | undefined;

/**
 * Returns the columns for the delivery time of a checked body, if it has one; null and unit `seconds` are instant
 * delivery.
 */
export function deliveryColumns(time: unknown): Partial<DeliveryColumns> {
  const input = time as DeliveryInput;
  if (input === undefined) return {};
  if (input === null || input.unit === 'seconds') return { delivery_duration: null, delivery_unit: null };
  return { delivery_duration: Number(input.duration), delivery_unit: input.unit };
}

/** Checks that manual delivery has a delivery time (spec 4.2); `hasOne` is true if the offer already has one. */
export const deliveryTimeRequired =
  (hasOne: boolean): Rule =>
  (body) => {
    const missing =
      isSet(body.is_manual) && (body.delivery_time === undefined ? !hasOne : body.delivery_time === null);
    return missing ? { delivery_time: ['The delivery time field is required when is manual is true.'] } : {};
  };

/** Describes a delivery time in words and seconds; the live service uses `seconds` for instant delivery (observed). */
export function describeDelivery(
  { delivery_duration: duration, delivery_unit: unit }: DeliveryColumns,
  shape: AnswerShape,
) {
  if (duration === null || unit === null) {
    const noUnit = shape === 'live' ? 'seconds' : 'minutes';
    return { duration: 0, unit: noUnit, short: 'Instant', long: 'Instant', seconds: 0 };
  }
  const long = `${duration} ${duration === 1 ? unit.slice(0, -1) : unit}`;
  return { duration, unit, short: `${duration}${unit.charAt(0)}`, long, seconds: duration * SECONDS[unit] };
}

/** Shows a delivery time in the form of v2 (spec 2.5); the live service uses `formatLong` (observed). */
export function showDeliveryTime(row: DeliveryColumns, shape: AnswerShape) {
  const { duration, unit, short, long, seconds } = describeDelivery(row, shape);
  return { duration, unit, format: short, [shape === 'live' ? 'formatLong' : 'format_long']: long, seconds };
}
