import { type Micros, ONE } from './micros';
import { roundHalfEven } from './roundHalfEven';

/** Converts an amount at `rate` (millionths of the target for one main unit of the source), half-even to a millionth. */
export function convert(amount: Micros, rate: Micros): Micros {
  return roundHalfEven(amount * rate, ONE);
}
