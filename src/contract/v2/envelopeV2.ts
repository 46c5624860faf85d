import { z } from 'zod';

/** The part of `meta` by which a list is read (observed); the rest may be missing. */
export const listMeta = z.object({
  current_page: z.int(),
  from: z.int().nullable().optional(),
  last_page: z.int(),
  path: z.string().optional(),
  per_page: z.int(),
  to: z.int().nullable().optional(),
  total: z.int(),
});
