import { z } from 'zod';
import { type ContractFacts, facts } from './kinds';
import { ExactNumber } from './json';
import { definedMembers } from './result';

/** A decimal number in digits. */
interface PlainDecimal {
  readonly isNegative: boolean;
  readonly whole: string;
  /** The decimal places without trailing zeros. */
  readonly fraction: string;
}

const PLAIN = /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?$/;

/** Reads a decimal number as PHP's `is_numeric` does, but without exponent. Returns undefined for other text. */
export function plainDecimal(text: string): PlainDecimal | undefined {
  const match = PLAIN.exec(text.trim());
  if (match === null) return undefined;
  const [, sign, wholeDigits = '', fraction = ''] = match;
  return { isNegative: sign === '-', whole: wholeDigits, fraction: fraction.replace(/0+$/, '') };
}

const EXPONENT = /^[+-]?(?=\.?\d)\d*\.?\d*e[+-]?\d+$/i;

/** Bounds of a number; absent where it has none. */
interface Bounds {
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
}

/** A rule that a value breaks, with its bound. */
type BrokenRule = readonly [rule: string, bound: number | null];

/** Names the bound that a number lies beyond; undefined within both. */
function brokenBound(
  number: number,
  { minimum = -Infinity, maximum = Infinity }: Bounds,
): BrokenRule | undefined {
  if (number < minimum) return ['minimum', minimum];
  return number > maximum ? ['maximum', maximum] : undefined;
}

/** Makes a schema of numbers and of their texts check a rule, and writes its bounds into contract and JSON Schema. */
function checkedNumber(
  schema: z.ZodType,
  bounds: Bounds,
  brokenRule: (value: unknown) => BrokenRule | undefined,
  ownFacts: ContractFacts,
): z.ZodType {
  const checked = schema.superRefine((value, context) => {
    const [rule, bound] = brokenRule(value) ?? [];
    if (rule !== undefined) context.addIssue({ code: 'custom', params: { rule, bound } });
  });
  return checked.meta(definedMembers(bounds)).register(facts, { ...ownFacts, ...definedMembers(bounds) });
}

/** Reads a JSON number by its value, not by its notation (RFC 8259 6): PHP reads both `1.2e1` and `12.0` as floats. */
const readByValue = (input: unknown): unknown =>
  input instanceof ExactNumber && EXPONENT.test(input.text) ? Number(input.text) : input;

/** Describes a decimal number within bounds, as a number or as plain decimal text. */
export function decimalNumber({ places, ...bounds }: Bounds & { readonly places: number }) {
  const brokenRule = (value: unknown): BrokenRule | undefined => {
    const decimal = plainDecimal(String(value));
    const isNumeric = decimal !== undefined || EXPONENT.test(String(value).trim());
    // A text with an exponent is numeric, but Laravel's `decimal` cannot count its places.
    if (decimal === undefined) return [isNumeric ? 'decimals' : 'number', places];
    return decimal.fraction.length > places ? ['decimals', places] : brokenBound(Number(value), bounds);
  };
  const schema = z.preprocess(readByValue, z.union([z.number(), z.string()]));
  return checkedNumber(schema, bounds, brokenRule, { kind: 'number', decimals: places });
}

/** Describes a number with a bounded count of decimal places. Text is refused. */
export const roundedNumber = (number: z.ZodNumber, places: number) =>
  number.refine((value) => Number(value.toFixed(places)) === value).register(facts, { decimals: places });

/** Describes a whole number within bounds, as a number or as text in digits. */
export function wholeNumber(minimum?: number, maximum?: number) {
  const brokenRule = (value: unknown): BrokenRule | undefined =>
    /^[+-]?(?:0|[1-9]\d{0,18})$/.test(String(value).trim())
      ? brokenBound(Number(value), { minimum, maximum })
      : ['integer', null];
  const schema = z.union([z.int(), z.number(), z.string()]);
  return checkedNumber(schema, { minimum, maximum }, brokenRule, { kind: 'integer' });
}

/** Describes text of at most `most` characters, counted as code points (so an emoji is one), not as UTF-16 units. */
export const limitedText = (most: number) =>
  z
    .string()
    .refine((text) => text.length <= most || Array.from(text).length <= most, {
      params: { rule: 'maxLength', bound: most },
    })
    .meta({ maxLength: most });

/** Describes a boolean. The live service also takes 1 and 0, as numbers or texts (Laravel's boolean rule). */
export const flag = () => z.union([z.boolean(), z.literal(1), z.literal(0), z.literal('1'), z.literal('0')]);

/** Longest duration in any unit: longer than a seller means, and safe to count in seconds. */
const MAX_DURATION = 1_000_000;

/**
 * Describes a delivery time in a request (spec 2.5). Clients send back what they read, and the live service shows
 * instant delivery as 0 `seconds` (both observed).
 */
export const deliveryTimeInput = () =>
  z
    .object({ duration: wholeNumber(0, MAX_DURATION), unit: z.enum(['minutes', 'hours', 'days', 'seconds']) })
    .refine(({ duration, unit }) => unit !== 'seconds' || Number(duration) === 0, {
      path: ['unit'],
      params: { rule: 'selected' },
    });
