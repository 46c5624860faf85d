import type { AnswerShape } from '../answerShape';
import type { DeliveryTime, DeliveryUnit } from './deliveryTime';

const SECONDS: Readonly<Record<DeliveryUnit, number>> = { minutes: 60, hours: 3_600, days: 86_400 };

/** A delivery time in words and seconds, as both API versions print it. */
export interface DescribedDelivery {
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
