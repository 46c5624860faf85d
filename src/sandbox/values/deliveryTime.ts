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

const INSTANT: DeliveryColumns = { delivery_duration: null, delivery_unit: null };

type DeliveryInput = z.output<ReturnType<typeof deliveryTimeInput>> | null | undefined;

/**
 * Returns the columns for the delivery time of a checked body, if it has one. Null and unit `seconds` are instant
 * delivery.
 */
export function deliveryColumns(time: unknown): Partial<DeliveryColumns> {
  const input = time as DeliveryInput;
  if (input === undefined) return {};
  if (input === null || input.unit === 'seconds') return INSTANT;
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

/** Words for a delivery time in which the forms of answers differ (live: observed). */
const WORDS = {
  specified: { instantUnit: 'minutes', longName: 'format_long' },
  live: { instantUnit: 'seconds', longName: 'formatLong' },
} as const;

/** Describes a delivery time in words and seconds. */
export function describeDelivery(
  { delivery_duration: duration, delivery_unit: unit }: DeliveryColumns,
  shape: AnswerShape,
) {
  if (duration === null || unit === null)
    return { duration: 0, unit: WORDS[shape].instantUnit, short: 'Instant', long: 'Instant', seconds: 0 };
  const long = `${duration} ${duration === 1 ? unit.slice(0, -1) : unit}`;
  return { duration, unit, short: `${duration}${unit.charAt(0)}`, long, seconds: duration * SECONDS[unit] };
}

/** Shows a delivery time in the form of v2 (spec 2.5). */
export function showDeliveryTime(row: DeliveryColumns, shape: AnswerShape) {
  const { duration, unit, short, long, seconds } = describeDelivery(row, shape);
  return { duration, unit, format: short, [WORDS[shape].longName]: long, seconds };
}
