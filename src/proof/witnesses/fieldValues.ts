import type { Field } from '../../contract/field';
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

/** Makes money in all four shapes that v2 sends. */
const money: Make<'money'> = ({ currency, decimals }, of) => {
  const written = decimal(of, decimals);
  const amount = Number(written);
  return [
    written,
    amount,
    { format: written, format_readable: written, amount, currency },
    {
      format: written,
      value: amount,
      amount: Number(written.replace('.', '')),
      currency: { symbol: '¤', code: currency },
    },
  ];
};

const instant = (_: ScalarField, of: number): readonly Json[] => [FIRST_INSTANT_SECONDS + of * SECONDS_APART];

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
  money,
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

type Text = Extract<Field, { kind: 'text' }>;

type Numeric = Extract<Field, { kind: 'integer' | 'number' }>;

const textValues = ({ minimumLength = 0, maximumLength, known: knownWords }: Text): readonly LimitValue[] => [
  ...(minimumLength === 0
    ? []
    : [
        { value: 'x'.repeat(minimumLength), is: `${minimumLength} characters long` },
        { value: 'x'.repeat(minimumLength - 1), is: `shorter than ${minimumLength} characters` },
      ]),
  ...(knownWords ?? []).map((value) => ({ value, is: `"${value}"` })),
  ...(knownWords === undefined ? [] : [{ value: 'something else', is: `none of ${knownWords.join(', ')}` }]),
  ...(maximumLength === undefined
    ? []
    : [
        { value: 'x'.repeat(maximumLength), is: `${maximumLength} characters long` },
        { value: 'x'.repeat(maximumLength + 1), is: `longer than ${maximumLength} characters` },
      ]),
  { value: '', is: 'empty' },
];

function numberValues(field: Numeric): readonly LimitValue[] {
  const { minimum, maximum } = field;
  const decimals = field.kind === 'number' ? field.decimals : undefined;
  return [
    ...(minimum === undefined ? [] : [{ value: minimum, is: `${minimum}` }]),
    ...(minimum === undefined ? [] : [{ value: minimum - 1, is: `less than ${minimum}` }]),
    ...(maximum === undefined ? [] : [{ value: maximum, is: `${maximum}` }]),
    ...(maximum === undefined ? [] : [{ value: maximum + 1, is: `greater than ${maximum}` }]),
    ...(decimals === undefined
      ? []
      : [{ value: Number(decimal(1, decimals + 1)), is: `written with more than ${decimals} decimals` }]),
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
