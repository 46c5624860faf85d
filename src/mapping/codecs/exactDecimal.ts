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

/** Joins the parts of a decimal without needless zeros; there is no negative zero. */
function canonicalDecimal(sign: string, integerDigits: string, fraction: string): string {
  const integer = withoutLeadingZeros(integerDigits) || '0';
  const decimals = withoutTrailingZeros(fraction);
  const digits = decimals === '' ? integer : `${integer}.${decimals}`;
  return sign === '-' && digits !== '0' ? `-${digits}` : digits;
}

/**
 * Returns the canonical decimal text of a number in plain notation (`007.50` -> `7.5`). Returns undefined for other
 * text. Works on text alone, without float arithmetic.
 */
export function readDecimal(text: string): string | undefined {
  const cachedText = canonicals.get(text);
  if (cachedText !== undefined) return cachedText;
  const match = plainDecimal.exec(text);
  if (match === null) return undefined;
  const [, sign = '', integerDigits = '', fraction = ''] = match;
  if (integerDigits === '' && fraction === '') return undefined;
  const canonicalText = canonicalDecimal(sign, integerDigits, fraction);
  if (text.length <= MAX_CACHED_LENGTH) canonicals.set(text, canonicalText);
  return canonicalText;
}

/** Cache of canonical texts: prices repeat, and a match takes more memory than everything else about a price. */
const canonicals = new Recent<string, string>(4096);
const MAX_CACHED_LENGTH = 20;

/** Does the same for exponent notation, in which PHP prints small floats (`1.2e-5` -> `0.000012`). */
export function readScientific(text: string): string | undefined {
  const match = exponentDecimal.exec(text);
  if (match === null) return readDecimal(text);
  const [, sign = '', integerDigits = '', fraction = '', exponent = '0'] = match;
  const digits = integerDigits + fraction;
  const point = integerDigits.length + Number(exponent);
  if (point <= 0) return canonicalDecimal(sign, '0', '0'.repeat(-point) + digits);
  return canonicalDecimal(sign, digits.slice(0, point).padEnd(point, '0'), digits.slice(point));
}

/** Counts the decimal places of a canonical decimal text. */
export const decimalPlaces = (canonicalText: string): number => {
  const point = canonicalText.indexOf('.');
  return point === -1 ? 0 : canonicalText.length - point - 1;
};

/** Rounds a canonical decimal to a number of places; a half goes to the even neighbour, so that sums do not drift. */
export function roundHalfEven(canonicalText: string, places: number): string {
  if (decimalPlaces(canonicalText) <= places) return canonicalText;
  const [, sign = '', integerDigits = '', fraction = ''] = plainDecimal.exec(canonicalText) ?? [];
  const keptDigits = integerDigits + fraction.slice(0, places);
  const droppedDigits = fraction.slice(places);
  const isOdd = Number(keptDigits.at(-1)) % 2 === 1;
  // The text has no trailing zero, so it is a half only if the rest is the one digit 5.
  const isRoundedUp = droppedDigits === '5' ? isOdd : droppedDigits.charAt(0) >= '5';
  const digits = String(BigInt(keptDigits) + (isRoundedUp ? 1n : 0n)).padStart(keptDigits.length, '0');
  const point = digits.length - places;
  return canonicalDecimal(sign, digits.slice(0, point), digits.slice(point));
}

/** Returns the canonical decimal text of a number or of a decimal text. Returns undefined for any other value. */
export function digitsOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return readScientific(value);
  if (typeof value === 'number') return readScientific(String(value));
  return value instanceof ExactNumber ? readScientific(value.text) : undefined;
}
