import { z } from 'zod';

/** The answer of an action on a resource: the resource afterwards and its status before (spec 4.7). */
export const actionOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: item,
    message: z.string(),
    action: z.string(),
    previous_status: z.string().nullable(),
  });
