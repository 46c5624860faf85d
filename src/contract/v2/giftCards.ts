import { z } from 'zod';
import { money, timestamp } from '../kinds';

/** A brand of gift cards (spec 2.8). */
export const giftCardBrand = z.object({ id: z.int(), name: z.string(), slug: z.string() });

/** Where a gift card can be used (assumed). */
export const giftCardRegion = z.object({ id: z.int(), name: z.string(), slug: z.string() });

/** An offer of gift cards (assumed). */
export const giftCard = z.object({
  id: z.int(),
  brand: giftCardBrand,
  region: giftCardRegion,
  title: z.string(),
  description: z.string(),
  face_value: z.string(),
  status: z.string(),
  stock: z.int(),
  min_quantity: z.int(),
  price_eur: money('EUR', 2),
  price_usd: money('USD', 2),
  created_at: timestamp(),
  updated_at: timestamp(),
});
