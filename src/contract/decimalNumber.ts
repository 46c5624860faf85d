import { z } from 'zod';
import { facts } from './facts';
import { ExactNumber } from './json';
import { plainDecimal } from './plainDecimal';

const EXPONENT = /^[+-]?(?=\.?\d)\d*\.?\d*e[+-]?\d+$/i;

/** Bounds of a decimal number. */
export interface DecimalLimits {
  readonly places: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** A JSON number is its value, however it is written (RFC 8259 6): PHP has a float of `1.2e1` and of `12.0`. */
const asValue = (given: unknown): unknown =>
  given instanceof ExactNumber && EXPONENT.test(given.text) ? Number(given.text) : given;

/** A decimal number within bounds, as a number or as plain decimal text. */
export const decimalNumber = ({ places, minimum, maximum }: DecimalLimits) =>
  z
    .preprocess(asValue, z.union([z.number(), z.string()]))
    .superRefine((value, context) => {
      const decimal = plainDecimal(String(value));
      const isNumeric = decimal !== undefined || EXPONENT.test(String(value).trim());
      const fault = (rule: string, bound: number | null) =>
        context.addIssue({ code: 'custom', params: { rule, bound } });
      // What has an exponent is numeric, but has no places that Laravel's `decimal` could count.
      if (decimal === undefined) fault(isNumeric ? 'decimals' : 'number', places);
      else if (decimal.fraction.length > places) fault('decimals', places);
      else if (Number(value) < minimum) fault('minimum', minimum);
      else if (Number(value) > maximum) fault('maximum', maximum);
    })
    .meta({ minimum, maximum })
    .register(facts, { kind: 'number', decimals: places, minimum, maximum });
