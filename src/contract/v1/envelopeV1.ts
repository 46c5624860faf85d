import { z } from 'zod';
import type { ParameterContract } from '../operationContract';

/** One resource as v1 wraps it (spec 9). */
export const envelope = <Type extends string, Attributes extends z.ZodType>(
  type: Type,
  attributes: Attributes,
) => z.object({ id: z.string(), type: z.literal(type), attributes });

/** One page of a v1 list (observed). */
export const listOfV1 = <Item extends z.ZodType>(item: Item) =>
  z.object({
    data: z.array(item),
    meta: z.object({
      current_page: z.int(),
      from: z.int().nullable(),
      last_page: z.int(),
      per_page: z.int(),
      to: z.int().nullable(),
      total: z.int(),
    }),
  });

/** The query parameters of a v1 list (observed). */
export const pageParameters: readonly ParameterContract[] = [
  { name: 'page', description: 'Page to answer, from 1.', type: 'integer' },
  { name: 'per_page', description: 'Items on a page, 1 to 1000; 15 by default.', type: 'integer' },
];

/** An id as clients send it: a number or its text (observed). */
const id = z.union([z.int(), z.string().regex(/^\d+$/)]);

/** A new status for an account (observed). */
export const accountStatus = z.object({ status: z.enum(['listed', 'draft']) });

/** A new status for several accounts (observed). */
export const accountStatusBulk = accountStatus.extend({ accounts: z.array(id).min(1) });

/** A new status for an item offer (observed). */
export const itemOfferStatus = z.object({ status: z.enum(['listed', 'draft', 'archived']) });

/** A new status for several item offers (observed). */
export const itemOfferStatusBulk = itemOfferStatus.extend({ itemOffers: z.array(id).min(1) });
