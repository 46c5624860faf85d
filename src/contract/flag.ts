import { z } from 'zod';

/** True or false; the live service also takes 1 and 0, as numbers or texts (Laravel's boolean rule). */
export const flag = () => z.union([z.boolean(), z.literal(1), z.literal(0), z.literal('1'), z.literal('0')]);
