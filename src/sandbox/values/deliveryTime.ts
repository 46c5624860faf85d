import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../contract/clock';
import type { z } from 'zod';
import type { deliveryTimeInput } from '../../contract/requestKinds';
import { isSet, type Rule } from '../http/checkBody';
import type { AnswerShape } from './display';

/** Units in which a seller states a delivery time (spec 2.5). */
export const DELIVERY_UNITS = ['minutes', 'hours', 'days'] as const;

/** A unit of a delivery time. */
export type DeliveryUnit = (typeof DELIVERY_UNITS)[number];

/** The duration of a delivery; null stands for instant delivery. */
type DeliveryTime = { readonly duration: number; readonly unit: DeliveryUnit } | null;

/** The two columns in which a row keeps its delivery time. */
interface DeliveryColumns {
  readonly delivery_duration: number | null;
  readonly delivery_unit: DeliveryUnit | null;
}

/** Reads the delivery time of a row. */
export function deliveryTimeOf(row: DeliveryColumns): DeliveryTime {
  if (row.delivery_duration === null || row.delivery_unit === null) return null;
  return { duration: row.delivery_duration, unit: row.delivery_unit };
}

/** The columns that keep a delivery time as requests carry it; null and unit `seconds` are instant delivery. */
export function deliveryColumns(
  time: z.output<ReturnType<typeof deliveryTimeInput>> | null,
): DeliveryColumns {
  if (time === null || time.unit === 'seconds') return { delivery_duration: null, delivery_unit: null };
  return { delivery_duration: Number(time.duration), delivery_unit: time.unit };
}

/** Checks that manual delivery has a delivery time (spec 4.2); `hasOne` is true if the offer already has it. */
export const deliveryTimeRequired =
  (hasOne: boolean): Rule =>
  (body) => {
    const missing =
      isSet(body.is_manual) && (body.delivery_time === undefined ? !hasOne : body.delivery_time === null);
    return missing ? { delivery_time: ['The delivery time field is required when is manual is true.'] } : {};
  };

const SECONDS: Readonly<Record<DeliveryUnit, number>> = {
  minutes: MINUTE_SECONDS,
  hours: HOUR_SECONDS,
  days: DAY_SECONDS,
};

/** A delivery time in words and seconds, as both API versions print it. */
interface DescribedDelivery {
  readonly duration: number;
  readonly unit: DeliveryUnit | 'seconds';
  readonly short: string;
  readonly long: string;
  readonly seconds: number;
}

/** Puts a delivery time into words; the live service says `seconds` for instant delivery (observed). */
export function describeDelivery(time: DeliveryTime, shape: AnswerShape): DescribedDelivery {
  if (time === null) {
    const unit = shape === 'live' ? 'seconds' : 'minutes';
    return { duration: 0, unit, short: 'Instant', long: 'Instant', seconds: 0 };
  }
  const { duration, unit } = time;
  const word = duration === 1 ? unit.slice(0, -1) : unit;
  return {
    duration,
    unit,
    short: `${duration}${unit.charAt(0)}`,
    long: `${duration} ${word}`,
    seconds: duration * SECONDS[unit],
  };
}

/** A delivery time as v2 answers it (spec 2.5); the live service writes `formatLong` (observed). */
export function showDeliveryTime(row: DeliveryColumns, shape: AnswerShape) {
  const { duration, unit, short, long, seconds } = describeDelivery(deliveryTimeOf(row), shape);
  const formatLong = shape === 'live' ? { formatLong: long } : { format_long: long };
  return { duration, unit, format: short, ...formatLong, seconds };
}
