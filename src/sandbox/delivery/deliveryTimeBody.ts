import { z } from 'zod';
import { wholeNumber } from '../../contract/wholeNumber';
import { DELIVERY_UNITS, type DeliveryColumns } from './deliveryTime';

/** Longest duration, in any unit. */
const LONGEST = 1_000_000;

/**
 * A delivery time as requests carry it (spec 2.5). Clients send back what they read, and the live service shows instant
 * delivery as 0 `seconds` (both observed).
 */
export const deliveryTimeBody = z
  .object({ duration: wholeNumber(0, LONGEST), unit: z.enum([...DELIVERY_UNITS, 'seconds']) })
  .refine(({ duration, unit }) => unit !== 'seconds' || Number(duration) === 0, {
    path: ['unit'],
    params: { rule: 'selected' },
  });

/** The columns that keep a delivery time. */
export function deliveryColumns({ duration, unit }: z.output<typeof deliveryTimeBody>): DeliveryColumns {
  if (unit === 'seconds') return { delivery_duration: null, delivery_unit: null };
  return { delivery_duration: Number(duration), delivery_unit: unit };
}
