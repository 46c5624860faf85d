import { z } from 'zod';

/** Spec 2.2. */
export const gameRelation = z.object({ id: z.int(), name: z.string(), slug: z.string() });
