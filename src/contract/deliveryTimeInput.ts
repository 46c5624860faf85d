import { z } from 'zod';
import { wholeNumber } from './wholeNumber';

/** Longest duration, in any unit: what a seller can mean, and safe to count in seconds. */
const LONGEST = 1_000_000;

/**
 * A delivery time as requests carry it (spec 2.5). Clients send back what they read, and the live service shows instant
 * delivery as 0 `seconds` (both observed).
 */
export const deliveryTimeInput = () =>
  z
    .object({ duration: wholeNumber(0, LONGEST), unit: z.enum(['minutes', 'hours', 'days', 'seconds']) })
    .refine(({ duration, unit }) => unit !== 'seconds' || Number(duration) === 0, {
      path: ['unit'],
      params: { rule: 'selected' },
    });
