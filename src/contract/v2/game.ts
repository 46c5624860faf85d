import { z } from 'zod';

/** A game (observed). */
export const game = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  acronym: z.string().nullable().optional(),
  services: z.array(z.string()).optional(),
  game_item_collections: z
    .array(z.object({ name: z.string(), slug: z.string(), items_count: z.int() }))
    .optional(),
});
