import { z } from 'zod';
import { facts } from './facts';

/** A whole number within bounds, as a number or as text in digits. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .union([z.int(), z.number(), z.string()])
    .superRefine((value, context) => {
      const number = /^[+-]?(?:0|[1-9]\d{0,14})$/.test(String(value).trim()) ? Number(value) : undefined;
      const fault = (rule: string, bound: number | null) =>
        context.addIssue({ code: 'custom', params: { rule, bound } });
      if (number === undefined) fault('integer', null);
      else if (number < minimum) fault('minimum', minimum);
      else if (number > maximum) fault('maximum', maximum);
    })
    .meta({ minimum, maximum })
    .register(facts, { kind: 'integer', minimum, maximum });
