import { z } from 'zod';

/** One resource as v1 wraps it (spec 9). */
export const envelope = <Type extends string, Attributes extends z.ZodType>(
  type: Type,
  attributes: Attributes,
) => z.object({ id: z.string(), type: z.literal(type), attributes });
