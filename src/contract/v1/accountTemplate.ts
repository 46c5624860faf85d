import { z } from 'zod';

/** What an account of one game needs (observed): in v1 server and level-up method stand beside the game's attributes. */
export const accountTemplate = z.object({ template: z.record(z.string(), z.unknown()) });
