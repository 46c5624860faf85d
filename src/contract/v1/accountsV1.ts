import { z } from 'zod';
import { date, facts, freeObject, issuedText, openText, objectOrList, secretText } from '../kinds';
import { decimalNumber, deliveryTimeInput, flag, limitedText } from '../requestKinds';

/** The attributes of a v1 account (spec 2.11); nullable members as observed. */
export const account = z.object({
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  game_slug: issuedText(),
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

const secret = () => limitedText(255).register(facts, { secret: true });

/** A new account (observed); the delivery time is required when the delivery is manual. */
export const accountCreate = z.object({
  game: issuedText(),
  title: limitedText(255),
  price: decimalNumber({ places: 2, minimum: 0.99, maximum: 999_999_999 }),
  login: secret(),
  password: secret(),
  has_2fa: flag(),
  description: limitedText(2_048),
  account_data: objectOrList().unwrap(),
  image_urls: z.array(z.url({ protocol: /^https?$/ })).min(1),
  slug: limitedText(255).nullable().optional(),
  ign: limitedText(255).nullable().optional(),
  email_login: secret().nullable().optional(),
  email_password: secret().nullable().optional(),
  is_manual: flag().optional(),
  delivery_time: deliveryTimeInput().nullable().optional().register(facts, { requiredWhen: 'is_manual' }),
  server: limitedText(255).nullable().optional(),
  level_up_method: z.enum(['by_hand', 'by_bot']).nullable().optional(),
  dump: limitedText(2_048).nullable().optional(),
  delivery_instructions: limitedText(2_048).nullable().optional(),
  game_items: objectOrList().optional(),
});

/** The template of accounts of one game (observed): server and level-up method stand next to the game's attributes. */
export const accountTemplate = z.object({ template: z.record(z.string(), z.unknown()) });

/** An id as clients send it: a number or its text (observed). */
export const idInput = z.union([z.int(), z.string().regex(/^\d+$/)]);

/** A new status for an account (observed). */
export const accountStatus = z.object({ status: z.enum(['listed', 'draft']) });

/** A new status for several accounts (observed). */
export const accountStatusBulk = accountStatus.extend({ accounts: z.array(idInput).min(1) });
