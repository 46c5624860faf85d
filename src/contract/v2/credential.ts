import { z } from 'zod';
import { secretText, timestamp } from '../kinds';

/** One credential of an account offer (observed). */
export const credential = z.object({
  id: z.int(),
  credentials: secretText(),
  account_offer_id: z.int(),
  account_order_id: z.int().nullable(),
  is_sold: z.boolean(),
  created_at: timestamp(),
  updated_at: timestamp(),
});
