import { z } from 'zod';

/** What an account of one game needs (observed): in v1 server and level-up method stand beside the game's attributes. */
export const accountTemplate = z.object({ template: z.record(z.string(), z.unknown()) });

/** The answer for a slug that does not exist: the games that do, by slug (observed). */
export const unknownGame = z.object({ message: z.string(), games: z.record(z.string(), z.string()) });
