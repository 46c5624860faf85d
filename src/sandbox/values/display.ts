import {
  convert,
  divideHalfEven,
  type Micros,
  ONE_UNIT_MICROS,
  printDecimal,
  printShortest,
} from './amounts';

/** Settings for the display of stored values. */
export interface Display {
  /** Form of answers: `specified` by the specification, `live` as observed in the live service. */
  readonly shape: 'specified' | 'live';
  /** Price of one euro in millionths of a US dollar. */
  readonly dollarsPerEuro: Micros;
}

export type AnswerShape = Display['shape'];

/** Creates the display of a missing text: null only in the live service (observed), not in the specification. */
export const createAbsentText =
  (shape: AnswerShape) =>
  (text: string | null): string | null =>
    text ?? (shape === 'live' ? null : '');

/** Prints an instant in the form of v1: ISO 8601 in UTC to the second, `2024-01-15T10:30:00Z` (spec 9). */
export const isoDate = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');

/** Makes a slug from a title (spec 4.2: "generated when absent"): lower-case ASCII words with hyphens between them. */
export function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-') ?? 'account';
}

/** Reads a column that contains a JSON object. */
export const readFreeObject = (column: string) => JSON.parse(column) as Readonly<Record<string, unknown>>;

/** Shows a free-form object. The live service shows an empty one as a list, as PHP does (observed). */
export const showFreeObject = (value: Readonly<Record<string, unknown>>, shape: AnswerShape) =>
  shape === 'live' && Object.keys(value).length === 0 ? [] : value;

/** Value of a free-form object in a request. */
export type FreeObject = Readonly<Record<string, unknown>> | readonly unknown[] | null;

/**
 * Returns the members of a free-form value: a list becomes the object with its positions as names, as PHP's arrays do.
 */
export const membersOf = (value: FreeObject): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value ?? {}));

/** Prints a free-form value for its column, as a JSON object with its numbers as they were sent. */
export const writeFreeObject = (value: FreeObject): string => JSON.stringify(membersOf(value));

/** Currency in answers. */
type Currency = 'EUR' | 'USD';

const SYMBOLS: Readonly<Record<Currency, string>> = { EUR: '€', USD: '$' };

const writeComma = (text: string) => text.replace('.', ',');

/**
 * Shows an amount of an account offer or an order with two decimals. The live service uses an object with cents
 * (observed).
 */
export function showCents(amount: Micros, currency: Currency, shape: AnswerShape) {
  const text = printDecimal(amount, 2);
  return shape === 'specified' ? text : centsObject(amount, text, currency);
}

/** Shows a price of an item in that object, with every decimal place in `value` (observed; places assumed). */
export const showExactCents = (amount: Micros, currency: Currency) =>
  centsObject(amount, printShortest(amount), currency);

const centsObject = (amount: Micros, text: string, code: Currency) => ({
  format: `${SYMBOLS[code]}${writeComma(text)}`,
  value: Number(text),
  amount: Number(divideHalfEven(amount * 100n, ONE_UNIT_MICROS)),
  currency: { symbol: SYMBOLS[code], code },
});

/**
 * Shows a unit price with up to six decimals. The live service uses an object with main units in `amount` (observed).
 */
export function showUnitPrice(amount: Micros, currency: Currency, shape: AnswerShape) {
  const text = printShortest(amount);
  if (shape === 'specified') return text;
  const [format, format_readable] = [writeComma(text), text].map((number) => `${SYMBOLS[currency]}${number}`);
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
