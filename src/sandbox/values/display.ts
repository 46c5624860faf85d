import { type Micros, ONE_UNIT_MICROS, printDecimal, printShortest, divideHalfEven } from './amounts';

/** `specified`: answers as the specification says; `live`: as the live service was seen to answer. */
export type AnswerShape = 'specified' | 'live';

/** Shows a text that was never given: the specification has no null there, the live service does (observed). */
export const absentText =
  (shape: AnswerShape) =>
  (text: string | null): string | null =>
    text ?? (shape === 'live' ? null : '');

/** An instant as v1 prints it: ISO 8601 in UTC to the second, `2024-01-15T10:30:00Z` (spec 9). */
export const isoDate = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');

/** A free-form object; PHP prints an empty one as a list, and so does the live service (observed). */
export function showFreeObject(value: Readonly<Record<string, unknown>>, shape: AnswerShape) {
  return shape === 'live' && Object.keys(value).length === 0 ? [] : value;
}

/** A currency that answers show. */
type Currency = 'EUR' | 'USD';

const SYMBOLS: Readonly<Record<Currency, string>> = { EUR: '€', USD: '$' };

const comma = (text: string) => text.replace('.', ',');

/** An amount of an account offer or an order: two decimals; the live service sends an object with cents (observed). */
export function showCents(amount: Micros, currency: Currency, shape: AnswerShape) {
  const text = printDecimal(amount, 2);
  return shape === 'specified' ? text : centsObject(amount, text, currency);
}

/** A price of an item in the same object, whose `value` keeps every place that the price has (observed; places assumed). */
export const showExactCents = (amount: Micros, currency: Currency) =>
  centsObject(amount, printShortest(amount), currency);

const centsObject = (amount: Micros, text: string, currency: Currency) => ({
  format: `${SYMBOLS[currency]}${comma(text)}`,
  value: Number(text),
  amount: Number(divideHalfEven(amount * 100n, ONE_UNIT_MICROS)),
  currency: { symbol: SYMBOLS[currency], code: currency },
});

/** A unit price: up to six decimals; the live service sends an object with main units in `amount` (observed). */
export function showUnitPrice(amount: Micros, currency: Currency, shape: AnswerShape) {
  const text = printShortest(amount);
  if (shape === 'specified') return text;
  return {
    format: `${SYMBOLS[currency]}${comma(text)}`,
    format_readable: `${SYMBOLS[currency]}${text}`,
    amount: Number(text),
    currency,
  };
}

/** The settings of printing stored values. */
export interface Display {
  readonly shape: AnswerShape;
  /** Price of one euro in millionths of a US dollar. */
  readonly dollarsPerEuro: Micros;
}
