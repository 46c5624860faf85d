import { z } from 'zod';
import { timestamp } from '../kinds';

/** Who bought (spec 2.3). */
export const buyer = z.object({ id: z.int(), username: z.string() });

/** What the buyer thought of it (spec 2.4). */
export const rating = z.object({
  id: z.int(),
  labels: z.array(z.string()).nullable(),
  rating: z.int().min(0).max(1),
  comment: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
