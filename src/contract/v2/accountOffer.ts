import { z } from 'zod';
import { freeObject, money, secretText, statusText, timestamp } from '../kinds';
import { deliveryTime } from './deliveryTime';
import { gameRelation } from './gameRelation';

/** Spec 2.6; nullable members as observed in the live service (a non-legacy offer has all-null credentials). */
export const accountOffer = z.object({
  id: z.int(),
  external_id: z.string().nullable(),
  game: gameRelation,
  account_order_ids: z.array(z.int()),
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  parameters: freeObject(),
  dump: z.string().nullable(),
  status: statusText('draft', 'pending', 'listed', 'processing', 'sold', 'refunded', 'archived'),
  delivery_time: deliveryTime,
  is_manual_delivery: z.boolean(),
  credentials: z.object({
    login: secretText().nullable(),
    password: secretText().nullable(),
    email_login: secretText().nullable(),
    email_password: secretText().nullable(),
    email_provider: z.string().nullable(),
  }),
  delivery_instructions: z.string().nullable(),
  price: money('EUR', 2),
  price_usd: money('USD', 2),
  views: z.int(),
  image_urls: z.array(z.string()),
  created_at: timestamp(),
  updated_at: timestamp(),
  listed_at: timestamp().nullable(),
});
