import { MICRO_PLACES, type Micros } from './micros';
import { roundHalfEven } from './roundHalfEven';

/** Prints millionths as decimal text: exactly `places` decimals, rounded half-even. */
export function printDecimal(micros: Micros, places: number): string {
  const rounded = roundHalfEven(micros, 10n ** BigInt(MICRO_PLACES - places));
  const size = rounded < 0n ? -rounded : rounded;
  const digits = size.toString().padStart(places + 1, '0');
  const sign = rounded < 0n ? '-' : '';
  const whole = digits.slice(0, digits.length - places);
  return places === 0 ? `${sign}${whole}` : `${sign}${whole}.${digits.slice(-places)}`;
}
