import { z } from 'zod';

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
