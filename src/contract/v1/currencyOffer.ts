import { z } from 'zod';
import { date, freeObject, openText } from '../kinds';

/** The attributes of a v1 currency offer (spec 2.10); `listed_at` is null until the offer is first listed. */
export const currencyOffer = z.object({
  uuid: z.string(),
  title: z.string(),
  game_slug: z.string(),
  currency_unit: z.object({
    currency_name: z.string(),
    name: z.string(),
    symbol: z.string(),
    multiplier: z.number(),
  }),
  description: z.string(),
  price: z.number(),
  stock: z.int(),
  min_quantity: z.int(),
  data: freeObject(),
  delivery_time: z.object({
    duration: z.int(),
    unit: z.string(),
    format: z.string(),
    formatLong: z.string(),
    seconds: z.int(),
  }),
  status: openText('draft', 'listed', 'archived'),
  created_at: date(),
  listed_at: date().nullable(),
  updated_at: date(),
});
