import { z } from 'zod';
import { facts } from './facts';
import { plainDecimal } from './plainDecimal';

/** Bounds of a decimal number. */
export interface DecimalLimits {
  readonly places: number;
  readonly minimum: number;
  readonly maximum: number;
}

/** A decimal number within bounds, as a number or as plain decimal text; exponent notation is neither. */
export const decimalNumber = ({ places, minimum, maximum }: DecimalLimits) =>
  z
    .union([z.number(), z.string()])
    .superRefine((value, context) => {
      const decimal = plainDecimal(String(value));
      const fault = (rule: string, bound: number | null) =>
        context.addIssue({ code: 'custom', params: { rule, bound } });
      // A number below 1e-6 prints with an exponent: it is one, but with too many places.
      if (decimal === undefined) fault(typeof value === 'number' ? 'decimals' : 'number', places);
      else if (decimal.fraction.length > places) fault('decimals', places);
      else if (Number(value) < minimum) fault('minimum', minimum);
      else if (Number(value) > maximum) fault('maximum', maximum);
    })
    .meta({ minimum, maximum })
    .register(facts, { kind: 'number', decimals: places, minimum, maximum });
