import { z } from 'zod';
import { date, openText } from '../kinds';

/** The attributes of a v1 currency order (assumed). */
export const currencyOrder = z.object({
  currency_offer_id: z.string(),
  title: z.string(),
  quantity: z.int(),
  price: z.number(),
  status: openText('pending', 'in_delivery', 'delivered', 'refunded'),
  created_at: date(),
  completed_at: date().nullable(),
  updated_at: date(),
});
