import type { Field } from '../../contract/field';
import { instants } from '../../contract/instantNotations';
import type { Json } from '../../contract/json';

/** One value that a contract allows; undefined is an absent member. */
export type Branch = Json | undefined;

/** Texts begin with a small letter in answers and a capital in requests, to notice codecs that change it. */
export type MessageSide = 'answer' | 'request';

/** The fields that hold no others. */
export type ScalarField = Exclude<Field, { kind: 'object' | 'list' | 'freeObject' }>;

/** More digits than any codec keeps; none is zero, so that losing the last one is noticed. */
const DIGITS = '123456789';

const FIRST_INSTANT_SECONDS = 1_700_000_000;

/** A day and some seconds, so that dates differ in every part. */
const SECONDS_APART = 100_003;

const decimal = (number: number, decimals: number): string =>
  decimals === 0 ? String(number) : `${number}.${DIGITS.slice(0, decimals)}`;

type Make<Kind extends ScalarField['kind']> = (
  field: Extract<ScalarField, { kind: Kind }>,
  of: number,
  name: string,
  side: MessageSide,
) => readonly Json[];

const text: Make<'text'> = ({ known: knownWords, closed, format }, of, name, side) => {
  if (format === 'url') return [`https://witness.example/${name}/${of}`];
  const words = name.replaceAll('_', ' ');
  const ownWords = `${side === 'answer' ? words : words.charAt(0).toUpperCase() + words.slice(1)} ${of}`;
  if (knownWords === undefined) return [ownWords];
  const turned = knownWords.map((_, index) => knownWords[(index + of) % knownWords.length] ?? ownWords);
  return closed === true ? turned : [...turned, ownWords];
};

/** Writes an amount in all four shapes that v2 sends; `units` counts its smallest unit. */
export const moneyShapes = (writtenAmount: string, units: number, currency: string): readonly Json[] => {
  const amount = Number(writtenAmount);
  const code = { symbol: '¤', code: currency };
  return [
    writtenAmount,
    amount,
    { format: writtenAmount, format_readable: writtenAmount, amount, currency },
    { format: writtenAmount, value: amount, amount: units, currency: code },
  ];
};

const secondOf = (number: number): number => FIRST_INSTANT_SECONDS + number * SECONDS_APART;
const instant = (_: ScalarField, of: number): readonly Json[] => [secondOf(of)];

const makers: { readonly [Kind in ScalarField['kind']]: Make<Kind> } = {
  text,
  integer: ({ minimum, maximum, asText }, of) => {
    const value = Math.min(Math.max(of, minimum ?? of), maximum ?? of);
    return asText ? [value, String(value)] : [value];
  },
  number: ({ decimals = 1, asText }, of) => {
    const written = decimal(of, decimals);
    return asText ? [written, Number(written)] : [Number(written)];
  },
  // Four bits that are never all alike: each flag has both values, and two flags differ in at least one object.
  boolean: (_, of) => [0, 1, 2, 3].map((bit) => (((of % 14) + 1) >> bit) % 2 === 1),
  timestamp: instant,
  date: instant,
  instant: ({ notation }, of) => [instants[notation].print({ second: secondOf(of), micros: 123_456 })],
  money: ({ currency, decimals }, of) => {
    const written = decimal(of, decimals);
    return moneyShapes(written, Number(written.replace('.', '')), currency);
  },
};

/** Makes every kind of value that a scalar field allows from one number; without null and absence. */
export const scalarBranches: Make<ScalarField['kind']> = (field, of, name, side) =>
  (makers[field.kind] as Make<ScalarField['kind']>)(field, of, name, side);

/** A value at or just beyond a limit of a field, and its relation to the limit. */
export interface LimitValue {
  readonly value: Branch;
  /** Ends a sentence that begins "v1 takes a value that is ...", e.g. `longer than 2048 characters`. */
  readonly is: string;
}

/** Lists a value at a limit and one beyond it. Lists none without the limit. */
function around<Limit>(
  limit: Limit | undefined,
  valuesAt: (limit: Limit) => readonly [value: Branch, is: string][],
): readonly LimitValue[] {
  if (limit === undefined) return [];
  return valuesAt(limit).map(([value, is]) => ({ value, is }));
}

const textOf = (length: number): string => 'x'.repeat(length);

/** Lists texts at and just beyond the limits of a field. */
const textValues = ({
  minimumLength,
  maximumLength,
  known: knownWords,
}: Extract<Field, { kind: 'text' }>): readonly LimitValue[] => [
  ...around(minimumLength === 0 ? undefined : minimumLength, (limit) => [
    [textOf(limit), `${limit} characters long`],
    [textOf(limit - 1), `shorter than ${limit} characters`],
  ]),
  ...around(knownWords, (words) => [
    ...words.map((word): [string, string] => [word, `"${word}"`]),
    ['something else', `none of ${words.join(', ')}`],
  ]),
  ...around(maximumLength, (limit) => [
    [textOf(limit), `${limit} characters long`],
    [textOf(limit + 1), `longer than ${limit} characters`],
  ]),
  { value: '', is: 'empty' },
];

/** Lists numbers at and just beyond the limits of a field. */
function numberValues(field: Extract<Field, { kind: 'integer' | 'number' }>): readonly LimitValue[] {
  const { minimum, maximum } = field;
  return [
    ...around(minimum, (limit) => [
      [limit, `${limit}`],
      [limit - 1, `less than ${limit}`],
    ]),
    ...around(maximum, (limit) => [
      [limit, `${limit}`],
      [limit + 1, `greater than ${limit}`],
    ]),
    ...around(field.kind === 'number' ? field.decimals : undefined, (decimals) => [
      [Number(decimal(1, decimals + 1)), `written with more than ${decimals} decimals`],
    ]),
    { value: 0, is: 'zero' },
    { value: -1, is: 'negative' },
  ];
}

const lists: readonly LimitValue[] = [
  { value: [], is: 'an empty list' },
  { value: ['note'], is: 'a list' },
];

const plainValues: Partial<Record<Field['kind'], readonly LimitValue[]>> = {
  boolean: [true, false].map((value) => ({ value, is: String(value) })),
  list: lists,
  freeObject: [...lists, { value: { note: 'note' }, is: 'an object' }],
};

function ownValues(field: Field): readonly LimitValue[] {
  if (field.kind === 'text') return textValues(field);
  if (field.kind === 'integer' || field.kind === 'number') return numberValues(field);
  return plainValues[field.kind] ?? [];
}

/** Lists values at and just beyond every limit of a field; the checks of each side decide if they are allowed. */
export const limitValues = (field: Field): readonly LimitValue[] => [
  ...ownValues(field),
  { value: null, is: 'null' },
  { value: undefined, is: 'absent' },
];
