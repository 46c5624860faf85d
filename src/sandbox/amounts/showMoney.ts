import type { AnswerShape } from '../answerShape';
import { type Micros, ONE } from './micros';
import { printDecimal } from './printDecimal';
import { printShortest } from './printShortest';
import { roundHalfEven } from './roundHalfEven';

/** A currency that answers show. */
export type Currency = 'EUR' | 'USD';

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
  amount: Number(roundHalfEven(amount * 100n, ONE)),
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
