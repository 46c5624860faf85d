import type { Field } from '../contract/field';
import type { Json } from '../contract/json';
import type { Wanted } from './branch';

/** The fields that hold no others. */
export type ScalarField = Exclude<Field, { kind: 'object' | 'list' | 'freeObject' }>;

/** More digits than any codec keeps; none is zero, so that the last one counts. */
const DIGITS = '123456789';

const FIRST_SECOND = 1_700_000_000;
/** A day and some: dates differ in every part. */
const STEP = 100_003;

/** Decimal text with exactly so many decimals. */
export const decimal = (number: number, decimals: number): string =>
  decimals === 0 ? String(number) : `${number}.${DIGITS.slice(0, decimals)}`;

type Make<Kind extends ScalarField['kind']> = (
  field: Extract<ScalarField, { kind: Kind }>,
  name: string,
  number: number,
  side: Wanted['side'],
) => readonly Json[];

const text: Make<'text'> = ({ known, closed, format }, name, number, side) => {
  if (format === 'url') return [`https://witness.example/${name}/${number}`];
  const words = name.replaceAll('_', ' ');
  const own = `${side === 'answer' ? words : words.charAt(0).toUpperCase() + words.slice(1)} ${number}`;
  if (known === undefined) return [own];
  const turned = known.map((_, index) => known[(index + number) % known.length] ?? own);
  return closed === true ? turned : [...turned, own];
};

const integer: Make<'integer'> = ({ minimum, maximum, asText }, _, number) => {
  const value = Math.min(Math.max(number, minimum ?? number), maximum ?? number);
  return asText ? [value, String(value)] : [value];
};

const number: Make<'number'> = ({ decimals = 1, asText }, _, of) => {
  const written = decimal(of, decimals);
  return asText ? [written, Number(written)] : [Number(written)];
};

/** Four bits that are never all alike: both values are there, and two flags differ in one of the ways. */
const boolean: Make<'boolean'> = (_, __, of) => [0, 1, 2, 3].map((bit) => (((of % 14) + 1) >> bit) % 2 === 1);

const instant: Make<'timestamp' | 'date'> = (_, __, of) => [FIRST_SECOND + of * STEP];

/** All four shapes in which v2 sends money. */
const money: Make<'money'> = ({ currency, decimals }, _, of) => {
  const written = decimal(of, decimals);
  const amount = Number(written);
  return [
    written,
    amount,
    { format: written, format_readable: written, amount, currency },
    {
      ...{ format: written, value: amount, amount: Number(written.replace('.', '')) },
      currency: { symbol: '¤', code: currency },
    },
  ];
};

/** Every way that a scalar field lets its value be, made of one number; null and absence are not among them. */
export function scalarBranches(
  field: ScalarField,
  name: string,
  of: number,
  side: Wanted['side'],
): readonly Json[] {
  switch (field.kind) {
    case 'text':
      return text(field, name, of, side);
    case 'integer':
      return integer(field, name, of, side);
    case 'number':
      return number(field, name, of, side);
    case 'boolean':
      return boolean(field, name, of, side);
    case 'timestamp':
    case 'date':
      return instant(field, name, of, side);
    case 'money':
      return money(field, name, of, side);
  }
}
