import { z } from 'zod';
import { currencyOffer } from './currencyOffer';

/** An item offer: as a currency offer, without its unit (observed: "the same set with items"); the slug is the live service's. */
export const itemOffer = currencyOffer.omit({ currency_unit: true }).extend({ slug: z.string().optional() });
