import { z } from 'zod';
import { facts, freeObject, issuedText, money, secretText, statusText, timestamp } from '../kinds';
import { deliveryTime, gameRelation } from './offerPartsV2';
import { decimalNumber, deliveryTimeInput, flag, limitedText } from '../requestKinds';
import { credentialTexts } from './credentialsV2';

/**
 * An account offer (spec 2.6); nullable members as observed in the live service (a non-legacy offer has all-null
 * credentials).
 */
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

/** The one image host that offers may not use; the choice of the host is assumed. */
const UNSUPPORTED_HOST = /(^|\.)imgur\.com$/;

const isSupported = (text: string) => !URL.canParse(text) || !UNSUPPORTED_HOST.test(new URL(text).hostname);

const imageUrl = z.url({ protocol: /^https?$/ }).refine(isSupported, { params: { rule: 'selected' } });

/** The fields that every request about an account offer may carry, each with its rule (spec 4.2). */
const accountOfferFields = {
  game_id: z.int(),
  game: issuedText(),
  title: limitedText(255),
  description: limitedText(2_048),
  price: decimalNumber({ places: 2, minimum: 0.99, maximum: 999_999_999 }),
  image_urls: z.array(imageUrl).min(1),
  account_data: freeObject(),
  external_id: limitedText(255).nullable(),
  slug: limitedText(255).nullable(),
  dump: limitedText(2_048).nullable(),
  private_note: limitedText(2_048).nullable(),
  is_manual: flag(),
  delivery_instructions: limitedText(2_048).nullable(),
  delivery_time: deliveryTimeInput().nullable(),
  game_items: z.union([z.record(z.string(), z.array(z.string())), z.array(z.unknown()).length(0)]),
};

const secret = () => limitedText(255).nullable().register(facts, { secret: true });

/** The credentials of the legacy form (spec 4.2). */
const loginFields = {
  login: secret(),
  password: secret(),
  email_login: secret(),
  email_password: secret(),
  email_provider: limitedText(255).nullable(),
};

const optionalMembers = <Shape extends Record<string, z.ZodType>>(shape: Shape) =>
  z.object(shape).partial().shape;
const { title, description, price, image_urls, account_data, game_items, game, game_id, ...optionalFields } =
  accountOfferFields;

/**
 * A new account offer with one login (spec 4.2, deprecated). Fields not called optional in the template are required
 * (spec 2.7); login, password, delivery time and game depend on other fields.
 */
export const accountOfferCreate = z.object({
  title,
  description,
  price,
  image_urls,
  account_data,
  game_items,
  game: game.nullish(),
  game_id: game_id.nullish(),
  ...optionalMembers(optionalFields),
  ...optionalMembers(loginFields),
});

/** The partial update of an account offer (observed): every member optional. */
export const accountOfferPatch = z.object({ ...accountOfferFields, ...loginFields }).partial();

/** A new account offer with a stock of credentials (observed; spec 9); clients leave the items of a game out. */
export const accountOfferStockedCreate = accountOfferCreate
  .omit({ login: true, password: true, email_login: true, email_password: true, email_provider: true })
  .extend({
    credentials: credentialTexts.nullish(),
    game_items: accountOfferCreate.shape.game_items.optional(),
  });
