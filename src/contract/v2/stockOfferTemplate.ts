import { z } from 'zod';

/** What a currency or item offer of one game needs (observed). */
export const stockOfferTemplate = z.object({
  template: z.object({
    game: z.string(),
    description: z.string(),
    price: z.number(),
    stock: z.int(),
    min_quantity: z.int(),
    delivery_time: z.object({ duration: z.int(), unit: z.string() }),
    delivery_instructions: z.string(),
    currency_data: z.record(z.string(), z.unknown()).optional(),
    item_data: z.record(z.string(), z.unknown()).optional(),
  }),
});
