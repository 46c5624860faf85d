import { z } from 'zod';

/** The status of an offer after an action on it (observed). */
export const statusAfter = { list: 'listed', draft: 'draft', archive: 'archived' } as const;

/** The answer of an action on a resource: the resource afterwards and its status before (spec 4.7). */
export const actionOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: item,
    message: z.string(),
    action: z.string(),
    previous_status: z.string().nullable(),
  });
