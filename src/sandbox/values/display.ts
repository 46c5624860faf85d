import {
  convert,
  divideHalfEven,
  type Micros,
  ONE_UNIT_MICROS,
  printDecimal,
  printShortest,
} from './amounts';

/** The settings of printing stored values. */
export interface Display {
  /** `specified`: answers as the specification says; `live`: as the live service was seen to answer. */
  readonly shape: 'specified' | 'live';
  /** Price of one euro in millionths of a US dollar. */
  readonly dollarsPerEuro: Micros;
}

export type AnswerShape = Display['shape'];

/** Shows a text that was never given: the specification has no null there, the live service does (observed). */
export const absentText =
  (shape: AnswerShape) =>
  (text: string | null): string | null =>
    text ?? (shape === 'live' ? null : '');

/** An instant as v1 prints it: ISO 8601 in UTC to the second, `2024-01-15T10:30:00Z` (spec 9). */
export const isoDate = (seconds: number) => new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');

/** Reads a column that holds a JSON object. */
export const readFreeObject = (column: string) => JSON.parse(column) as Readonly<Record<string, unknown>>;

/** A free-form object; PHP prints an empty one as a list, and so does the live service (observed). */
export const showFreeObject = (value: Readonly<Record<string, unknown>>, shape: AnswerShape) =>
  shape === 'live' && Object.keys(value).length === 0 ? [] : value;

/** The value of a free-form object in a request. */
export type FreeObject = Readonly<Record<string, unknown>> | readonly unknown[] | null;

const isList = (value: FreeObject): value is readonly unknown[] => Array.isArray(value);

/** The members of a free-form value: a list becomes the object with its positions as names, as PHP's arrays do. */
export function membersOf(value: FreeObject): Readonly<Record<string, unknown>> {
  if (value === null) return {};
  return isList(value) ? Object.fromEntries(value.entries()) : value;
}

/** Writes a free-form value into its column, as a JSON object whose numbers read as they were sent. */
export const writeFreeObject = (value: FreeObject): string => JSON.stringify(membersOf(value));

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

const centsObject = (amount: Micros, text: string, code: Currency) => ({
  format: `${SYMBOLS[code]}${comma(text)}`,
  value: Number(text),
  amount: Number(divideHalfEven(amount * 100n, ONE_UNIT_MICROS)),
  currency: { symbol: SYMBOLS[code], code },
});

/** A unit price: up to six decimals; the live service sends an object with main units in `amount` (observed). */
export function showUnitPrice(amount: Micros, currency: Currency, shape: AnswerShape) {
  const text = printShortest(amount);
  if (shape === 'specified') return text;
  const [format, format_readable] = [comma(text), text].map((number) => `${SYMBOLS[currency]}${number}`);
  return { format, format_readable, amount: Number(text), currency };
}

/** Shows an amount in euros and in dollars. */
export const showBoth = (
  amount: Micros,
  show: (amount: Micros, currency: Currency, shape: AnswerShape) => unknown,
  { shape, dollarsPerEuro }: Display,
): readonly [unknown, unknown] => [
  show(amount, 'EUR', shape),
  show(convert(amount, dollarsPerEuro), 'USD', shape),
];
