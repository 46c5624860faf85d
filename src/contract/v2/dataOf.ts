import { z } from 'zod';

/** One resource in its envelope. */
export const dataOf = <Item extends z.ZodType>(item: Item) => z.object({ data: item });
