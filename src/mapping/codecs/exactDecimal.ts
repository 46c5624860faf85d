import { ExactNumber, type Json } from '../../contract/json';
import { Recent } from '../../contract/recent';

/** Matches plain decimal notation, as PHP's `is_numeric` takes it but without exponent. */
const plainDecimal = /^([+-]?)(\d*)(?:\.(\d*))?$/;
const exponentDecimal = /^([+-]?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/;

function withoutLeadingZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits.charAt(start) === '0') start += 1;
  return digits.slice(start);
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits.charAt(end - 1) === '0') end -= 1;
  return digits.slice(0, end);
}

function canonical(sign: string, whole: string, fraction: string): string {
  const integer = withoutLeadingZeros(whole) || '0';
  const decimals = withoutTrailingZeros(fraction);
  const digits = decimals === '' ? integer : `${integer}.${decimals}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/**
 * Returns the canonical decimal text of a number in plain notation (`007.50` -> `7.5`); undefined for other text. Works
 * on text alone, without float arithmetic.
 */
export function readDecimal(text: string): string | undefined {
  const known = canonicals.get(text);
  if (known !== undefined) return known;
  const parts = plainDecimal.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = parts;
  if (whole === '' && fraction === '') return undefined;
  const made = canonical(sign, whole, fraction);
  if (text.length <= SHORT) canonicals.set(text, made);
  return made;
}

/** Cache of canonical texts: prices repeat, and a match takes more memory than everything else about a price. */
const canonicals = new Recent<string, string>(4096);
const SHORT = 20;

/** Does the same for exponent notation, in which PHP prints small floats (`1.2e-5` -> `0.000012`). */
export function readScientific(text: string): string | undefined {
  const parts = exponentDecimal.exec(text);
  if (parts === null) return readDecimal(text);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return canonical(sign, '0', '0'.repeat(-point) + digits);
  return canonical(sign, digits.slice(0, point).padEnd(point, '0'), digits.slice(point));
}

/** Counts the decimal places of a canonical decimal text. */
export const decimalPlaces = (canonicalText: string): number => {
  const point = canonicalText.indexOf('.');
  return point === -1 ? 0 : canonicalText.length - point - 1;
};

/** Rounds a canonical decimal to a number of places; a half goes to the even neighbour, so that sums do not drift. */
export function roundHalfEven(canonicalText: string, places: number): string {
  if (decimalPlaces(canonicalText) <= places) return canonicalText;
  const [, sign = '', whole = '', fraction = ''] = plainDecimal.exec(canonicalText) ?? [];
  const kept = whole + fraction.slice(0, places);
  const rest = fraction.slice(places);
  const isOdd = Number(kept.at(-1)) % 2 === 1;
  // The text has no trailing zero, so it is a half only if the rest is the one digit 5.
  const up = rest === '5' ? isOdd : rest.charAt(0) >= '5';
  const digits = String(BigInt(kept) + (up ? 1n : 0n)).padStart(kept.length, '0');
  const point = digits.length - places;
  return canonical(sign, digits.slice(0, point), digits.slice(point));
}

/** Returns the canonical decimal text of a number or of a decimal text; undefined for any other value. */
export function digitsOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return readScientific(value);
  if (typeof value === 'number') return readScientific(String(value));
  return value instanceof ExactNumber ? readScientific(value.text) : undefined;
}

/** Makes the JSON number that prints exactly this decimal text: a double, or the text itself if no double prints it. */
export function exactNumber(text: string): number | ExactNumber {
  const number = Number(text);
  return String(number) === text ? number : new ExactNumber(text);
}
