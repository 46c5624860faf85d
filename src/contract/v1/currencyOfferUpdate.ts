import { z } from 'zod';
import { numericDecimal, numericInteger, phpArray } from '../kinds';

/** The body of the v1 full update of a currency offer (spec 4.6). */
export const currencyOfferUpdate = z.object({
  description: z.string().max(5028),
  price: numericDecimal(6),
  game: z.string(),
  stock: numericInteger(0, 1_000_000_000),
  min_quantity: numericInteger(1, 1_000_000_000),
  delivery_time: z.object({ duration: numericInteger(), unit: z.string() }),
  currency_data: phpArray().optional(),
  delivery_instructions: z.string().nullable().optional(),
});
