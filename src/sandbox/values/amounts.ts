import { plainDecimal } from '../../contract/requestKinds';

/** Amount in millionths of its currency: the six decimal places of prices (spec 8) as whole numbers. */
export type Micros = bigint;

/** Decimal places of an amount in millionths. */
export const MICRO_PLACES = 6;

/** Amount of one main unit, in millionths. */
export const ONE_UNIT_MICROS = 1_000_000n;

/** Divides whole numbers. Rounds a half to the even neighbour, so that many roundings do not drift. */
export function divideHalfEven(numerator: bigint, divisor: bigint): bigint {
  const negative = numerator < 0n;
  const size = negative ? -numerator : numerator;
  const quotient = size / divisor;
  const twice = (size % divisor) * 2n;
  const up = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}

/** Converts an amount at `rate` (millionths of the target for one main unit of the source), half-even to a millionth. */
export function convert(amount: Micros, rate: Micros): Micros {
  return divideHalfEven(amount * rate, ONE_UNIT_MICROS);
}

/** Reads plain decimal text such as `12.5` as millionths. Returns undefined for others, and beyond six places. */
export function readMicros(text: string): Micros | undefined {
  const decimal = plainDecimal(text);
  if (decimal === undefined || decimal.fraction.length > MICRO_PLACES) return undefined;
  const size = BigInt(decimal.whole + decimal.fraction.padEnd(MICRO_PLACES, '0'));
  return decimal.isNegative ? -size : size;
}

/** Reads an amount of a checked body as millionths. Throws for text that its rules should have refused. */
export function microsOf(amount: number | string): Micros {
  const micros = readMicros(String(amount));
  if (micros === undefined) throw new Error('an amount was not checked before it was read');
  return micros;
}

/** Prints millionths as decimal text: exactly `places` decimals, rounded half-even. */
export function printDecimal(micros: Micros, places: number): string {
  const rounded = divideHalfEven(micros, 10n ** BigInt(MICRO_PLACES - places));
  const size = rounded < 0n ? -rounded : rounded;
  const digits = size.toString().padStart(places + 1, '0');
  const sign = rounded < 0n ? '-' : '';
  const wholeDigits = digits.slice(0, digits.length - places);
  return places === 0 ? `${sign}${wholeDigits}` : `${sign}${wholeDigits}.${digits.slice(-places)}`;
}

/** Prints millionths as decimal text without trailing zeros: `0.5`, `12`, `0.000012`. */
export function printShortest(micros: Micros): string {
  return printDecimal(micros, MICRO_PLACES).replace(/\.?0+$/, '');
}
