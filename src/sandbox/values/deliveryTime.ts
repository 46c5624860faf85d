import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '../../contract/clock';
import type { z } from 'zod';
import type { deliveryTimeInput } from '../../contract/requestKinds';
import { ruleError, isSet, type Rule } from '../http/checkBody';
import type { AnswerShape } from './display';

const SECONDS = { minutes: MINUTE_SECONDS, hours: HOUR_SECONDS, days: DAY_SECONDS } as const;

/** Unit of a delivery time (spec 2.5). */
export type DeliveryUnit = keyof typeof SECONDS;

/** Columns of a row for its delivery time; null stands for instant delivery. */
interface DeliveryColumns {
  readonly delivery_duration: number | null;
  readonly delivery_unit: DeliveryUnit | null;
}

type DeliveryInput = z.output<ReturnType<typeof deliveryTimeInput>> | null | undefined;

/**
 * Returns the columns for the delivery time of a checked body, if it has one. Null and unit `seconds` are instant
 * delivery.
 */
export function deliveryColumns(time: unknown): Partial<DeliveryColumns> {
  const input = time as DeliveryInput;
  if (input === undefined) return {};
  if (input === null || input.unit === 'seconds') return { delivery_duration: null, delivery_unit: null };
  return { delivery_duration: Number(input.duration), delivery_unit: input.unit };
}

/** Creates the rule that manual delivery has a time (spec 4.2). `hasOne` is true if the offer already has one. */
export const createDeliveryTimeRule =
  (hasOne: boolean): Rule =>
  ({ is_manual: isManual, delivery_time: time = hasOne }) => {
    const isMissing = isSet(isManual) && (time === null || time === false);
    const text = 'The delivery time field is required when is manual is true.';
    return ruleError(isMissing, 'delivery_time', text);
  };

/**
 * Shows a delivery time in the form of v2 (spec 2.5), or with `longName` of v1. The live service names the long form as
 * v1 does, and has a unit of its own for instant delivery (observed).
 */
export function showDeliveryTime(
  { delivery_duration: duration, delivery_unit: unit }: DeliveryColumns,
  shape: AnswerShape,
  longName = shape === 'live' ? 'formatLong' : 'format_long',
) {
  if (duration === null || unit === null) {
    const instantUnit = shape === 'live' ? 'seconds' : 'minutes';
    return { duration: 0, unit: instantUnit, format: 'Instant', [longName]: 'Instant', seconds: 0 };
  }
  const long = `${duration} ${duration === 1 ? unit.slice(0, -1) : unit}`;
  const format = `${duration}${unit.charAt(0)}`;
  return { duration, unit, format, [longName]: long, seconds: duration * SECONDS[unit] };
}
