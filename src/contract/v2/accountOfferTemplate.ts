import { z } from 'zod';

/** A sample value; text that starts with `(optional)` marks an optional field (observed). */
const sample = z.union([z.string(), z.number(), z.boolean()]);

/** What an account offer of one game needs (spec 2.7). */
export const accountOfferTemplate = z.object({
  template: z.object({
    game: z.string(),
    title: sample,
    slug: sample,
    price: z.number(),
    login: sample,
    password: sample,
    email_login: sample,
    email_password: sample,
    is_manual: sample,
    delivery_time: z.object({ duration: z.int(), unit: z.string() }),
    description: sample,
    dump: sample,
    delivery_instructions: sample,
    image_urls: z.array(z.string()),
    account_data: z.record(
      z.string(),
      z.object({ condition: z.string(), values: z.array(z.string()).optional() }),
    ),
    game_items: z.record(z.string(), z.array(z.string())),
  }),
});
