import { plainDecimal } from '../../contract/plainDecimal';
import { MICRO_PLACES, type Micros } from './micros';

/** Reads plain decimal text such as `12.5` as millionths; undefined for any other text or more than six places. */
export function readDecimal(text: string): Micros | undefined {
  const decimal = plainDecimal(text);
  if (decimal === undefined || decimal.fraction.length > MICRO_PLACES) return undefined;
  const size = BigInt(decimal.whole + decimal.fraction.padEnd(MICRO_PLACES, '0'));
  return decimal.isNegative ? -size : size;
}
