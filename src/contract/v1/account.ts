import { z } from 'zod';
import { date, freeObject, openText, secretText } from '../kinds';

/** The attributes of a v1 account (spec 2.11); nullable members as observed. */
export const account = z.object({
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  game_slug: z.string(),
  status: openText('Draft', 'Pending', 'Listed', 'Processing', 'Sold', 'Refunded'),
  server: z.string(),
  level_up_method: openText('Handmade', 'Botted'),
  ign: z.string(),
  login: secretText(),
  password: secretText(),
  email_login: secretText().nullable(),
  email_password: secretText().nullable(),
  price: z.number(),
  data: freeObject().nullable(),
  trend_score: z.number(),
  is_featured: z.boolean(),
  is_rare: z.boolean(),
  is_discounted: z.boolean(),
  images: z.array(z.string()),
  created_at: date(),
  sold_at: date().nullable(),
  updated_at: date(),
});
