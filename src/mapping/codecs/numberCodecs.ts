import { exactNumber, isJsonObject, isNumber, type Json, type JsonObject } from '../../contract/json';
import { type Codec, misfit } from './codec';
import { decimalPlaces, digitsOf, readScientific, roundHalfEven } from './exactDecimal';

/** Currency of every amount that v1 shows (spec 2.10, 4.2). */
export const CURRENCY = 'EUR';

/** Returns the main units of a money object. Returns undefined if it is not in v1's currency. */
function objectAmount(object: JsonObject): Json | undefined {
  const { currency, value, amount } = object;
  if (currency === CURRENCY) return amount;
  return isJsonObject(currency) && currency['code'] === CURRENCY ? value : undefined;
}

/** Returns the canonical decimal text of a v2 amount in any of its four shapes, and undefined for any other value. */
function amountText(v2: Json | undefined): string | undefined {
  if (!isJsonObject(v2)) return digitsOf(v2);
  const amount = objectAmount(v2);
  return isJsonObject(amount) ? undefined : amountText(amount);
}

/** Returns decimal text with exactly the given number of decimals, none of them zero. */
const textWithDecimals = (number: number, decimals: number): string =>
  decimals === 0 ? String(number) : `${number}.${'1234567890'.slice(0, decimals)}`;

/**
 * Converts v2 money (decimal text, number, or an object as the live service sends it) and a v1 JSON number of EUR with
 * at most `scale` decimals; more decimals are rounded half-even. An amount that would be rounded to nothing does not
 * fit, because a client would write the 0 back. Amounts are handled as text, whatever their length.
 */
export function moneyCodec(scale: number): Codec {
  return {
    name: `money(${scale})`,
    exact: false,
    writes: {
      v1: 'a number of EUR',
      v2: 'decimal text of EUR (the live service also sends a number, or an object around the amount)',
    },
    fits: (v2, v1) => v2 === 'money' && v1 === 'number',
    canonical: amountText,
    rounds: (v2) => decimalPlaces(amountText(v2) ?? '') > scale,
    read: (v2) => {
      const text = amountText(v2);
      const rounded = text === undefined ? undefined : roundHalfEven(text, scale);
      return rounded === undefined || (rounded === '0' && text !== '0') ? misfit : exactNumber(rounded);
    },
    witnesses: (number) => [
      textWithDecimals(number, scale),
      textWithDecimals(number, scale + 1),
      { format: String(number), format_readable: String(number), amount: number, currency: 'USD' },
    ],
    write: (v1) => {
      const digits = isNumber(v1) ? digitsOf(v1) : undefined;
      return digits !== undefined && decimalPlaces(digits) <= scale ? digits : misfit;
    },
  };
}

/** Moves the decimal point of a number that is given as digits: `1250` by -2 is `12.5`. */
const movePoint = (digits: string, places: number): string => readScientific(`${digits}e${places}`) ?? digits;

/** Converts v2 whole minor units and a v1 number of main units with at most `scale` decimals: 1250 cents and 12.5. */
export function minorUnitsCodec(scale: number): Codec {
  const shiftValue = (value: Json, places: number) => {
    const digits = digitsOf(value);
    return digits === undefined ? misfit : exactNumber(movePoint(digits, places));
  };
  return {
    name: `minorUnits(${scale})`,
    exact: false,
    writes: {
      v1: 'a number of main units',
      v2: `a whole number of minor units, ${10 ** scale} to one main unit`,
    },
    fits: (v2, v1) => v2 === 'integer' && v1 === 'number',
    read: (v2) => shiftValue(v2, -scale),
    write: (v1) => {
      const units = shiftValue(v1, scale);
      return units === misfit || decimalPlaces(digitsOf(units) ?? '') > 0 ? misfit : units;
    },
  };
}

/** Matches an integer of at most 20 digits, enough for 64 bits. */
const integerText = /^-?(0|[1-9]\d{0,19})$/;

/** Converts a v2 integer, which may come as text, and v1 decimal text (ids in v1 envelopes are strings, spec 2.10). */
export const intString: Codec = {
  name: 'intString',
  exact: false,
  writes: { v1: 'an integer as text', v2: 'an integer' },
  fits: (v2, v1) => v2 === 'integer' && v1 === 'text',
  read: (v2) => {
    const text = typeof v2 === 'string' ? v2 : isNumber(v2) ? digitsOf(v2) : undefined;
    return text !== undefined && integerText.test(text) ? text : misfit;
  },
  write: (v1) => (typeof v1 === 'string' && integerText.test(v1) ? exactNumber(v1) : misfit),
};
