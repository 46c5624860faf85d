import { z } from 'zod';
import { openText } from '../kinds';

/** The v2 partial update of a currency offer, as observed: every member optional. */
export const currencyOfferPatch = z.object({
  game_id: z.int().optional(),
  game: z.string().optional(),
  external_id: z.string().max(255).optional(),
  description: z.string().max(5028).optional(),
  price: z.number().optional(),
  currency: openText('EUR', 'USD').optional(),
  stock: z.int().min(0).max(1_000_000_000).optional(),
  min_quantity: z.int().min(1).max(1_000_000_000).optional(),
  delivery_instructions: z.string().nullable().optional(),
  delivery_time: z.object({ duration: z.int(), unit: openText('minutes', 'hours', 'days') }).optional(),
  currency_data: z.record(z.string(), z.unknown()).nullable().optional(),
});
