import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';
import { type Codec, misfit } from './codec';
import { decimalPlaces, exactDouble, readScientific, roundHalfEven } from './exactDecimal';

/** Currency of every amount that v1 shows (spec 2.10, 4.2). */
export const CURRENCY = 'EUR';

/** Main units inside a money object, as long as it is in v1's currency. */
function objectAmount(object: JsonObject): Json | undefined {
  const { currency, value, amount } = object;
  if (currency === CURRENCY) return amount;
  return isJsonObject(currency) && currency['code'] === CURRENCY ? value : undefined;
}

/** Canonical decimal text of a v2 amount in any of its four shapes; undefined when it is none. */
function amountText(v2: Json | undefined): string | undefined {
  if (typeof v2 === 'string' || typeof v2 === 'number') return readScientific(String(v2));
  if (v2 instanceof ExactNumber) return readScientific(v2.text);
  if (!isJsonObject(v2)) return undefined;
  const amount = objectAmount(v2);
  return isJsonObject(amount) ? undefined : amountText(amount);
}

function fitting(text: string | undefined, scale: number): string | undefined {
  return text !== undefined && decimalPlaces(text) <= scale ? text : undefined;
}

/** Decimal text with exactly so many decimals, none of them zero. */
const scaled = (number: number, decimals: number): string =>
  decimals === 0 ? String(number) : `${number}.${'1234567890'.slice(0, decimals)}`;

/**
 * v2 money (decimal text, number, or an object as the live service sends it), v1 a JSON number of EUR with at most
 * `scale` decimals: more are rounded half-even. Amounts are handled as text; one that no double prints exactly does not
 * fit.
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
      return text === undefined ? misfit : (exactDouble(roundHalfEven(text, scale)) ?? misfit);
    },
    witnesses: (number) => [
      scaled(number, scale),
      scaled(number, scale + 1),
      { format: String(number), format_readable: String(number), amount: number, currency: 'USD' },
    ],
    write: (v1) => (typeof v1 === 'number' ? (fitting(readScientific(String(v1)), scale) ?? misfit) : misfit),
  };
}

const integerText = /^-?(0|[1-9]\d*)$/;

/** v2 integer, also one that comes as text; v1 decimal text (ids in v1 envelopes are strings, spec 2.10). */
export const intString: Codec = {
  name: 'intString',
  exact: false,
  writes: { v1: 'an integer as text', v2: 'an integer' },
  fits: (v2, v1) => v2 === 'integer' && v1 === 'text',
  read: (v2) => {
    const number = typeof v2 === 'string' && integerText.test(v2) ? Number(v2) : v2;
    return typeof number === 'number' && Number.isSafeInteger(number) ? String(number) : misfit;
  },
  write: (v1) => {
    const number = typeof v1 === 'string' && integerText.test(v1) ? Number(v1) : NaN;
    return Number.isSafeInteger(number) ? number : misfit;
  },
};
