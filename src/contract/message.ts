import { z } from 'zod';

/** An answer that only says what was done. */
export const message = z.object({ message: z.string() });
