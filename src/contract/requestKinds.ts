import { z } from 'zod';
import { facts } from './kinds';
import { ExactNumber } from './json';

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

/** Bounds of a decimal number. */
interface DecimalLimits {
  readonly places: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** Reads a JSON number by its value, not by its notation (RFC 8259 6): PHP reads both `1.2e1` and `12.0` as floats. */
const readByValue = (input: unknown): unknown =>
  input instanceof ExactNumber && EXPONENT.test(input.text) ? Number(input.text) : input;

/** Describes a decimal number within bounds, as a number or as plain decimal text. */
export const decimalNumber = ({ places, minimum, maximum }: DecimalLimits) =>
  z
    .preprocess(readByValue, z.union([z.number(), z.string()]))
    .superRefine((value, context) => {
      const decimal = plainDecimal(String(value));
      const isNumeric = decimal !== undefined || EXPONENT.test(String(value).trim());
      const boundFault = (rule: string, bound: number | null) =>
        context.addIssue({ code: 'custom', params: { rule, bound } });
      // A text with an exponent is numeric, but Laravel's `decimal` cannot count its places.
      if (decimal === undefined) boundFault(isNumeric ? 'decimals' : 'number', places);
      else if (decimal.fraction.length > places) boundFault('decimals', places);
      else if (Number(value) < minimum) boundFault('minimum', minimum);
      else if (Number(value) > maximum) boundFault('maximum', maximum);
    })
    .meta({ minimum, maximum })
    .register(facts, { kind: 'number', decimals: places, minimum, maximum });

/** Describes a number with a bounded count of decimal places. Text is refused. */
export const roundedNumber = (number: z.ZodNumber, places: number) =>
  number.refine((value) => Number(value.toFixed(places)) === value).register(facts, { decimals: places });

/** Describes a whole number within bounds, as a number or as text in digits. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .union([z.int(), z.number(), z.string()])
    .superRefine((value, context) => {
      const number = /^[+-]?(?:0|[1-9]\d{0,18})$/.test(String(value).trim()) ? Number(value) : undefined;
      const boundFault = (rule: string, bound: number | null) =>
        context.addIssue({ code: 'custom', params: { rule, bound } });
      if (number === undefined) boundFault('integer', null);
      else if (number < minimum) boundFault('minimum', minimum);
      else if (number > maximum) boundFault('maximum', maximum);
    })
    .meta({ minimum, maximum })
    .register(facts, { kind: 'integer', minimum, maximum });

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
