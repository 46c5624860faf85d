import { z } from 'zod';
import { facts, freeObject, issuedText, openText } from '../kinds';
import { decimalNumber, deliveryTimeInput, limitedText } from '../requestKinds';

/** A delivery time (spec 2.5); the live service writes `formatLong`, and unit `seconds` for instant delivery. */
export const deliveryTime = z.object({
  duration: z.int(),
  unit: openText('minutes', 'hours', 'days', 'seconds'),
  format: z.string(),
  format_long: z.string().register(facts, { alsoNamed: 'formatLong' }),
  seconds: z.int(),
});

/** A game (observed). */
export const game = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  acronym: z.string().nullable().optional(),
  services: z.array(z.string()).optional(),
  game_item_collections: z
    .array(z.object({ name: z.string(), slug: z.string(), items_count: z.int() }))
    .optional(),
});

/** The game of an offer (spec 2.2). */
export const gameRelation = z.object({ id: z.int(), name: issuedText(), slug: issuedText() });

/** A template as one free-form object: it holds samples (spec 2.7), and the type of a sample is not promised. */
export const template = z.object({
  template: freeObject().register(facts, { kind: 'freeObject', issued: true }),
});

/** The status of an offer after an action on it (observed). */
export const statusAfter = { list: 'listed', draft: 'draft', archive: 'archived' } as const;

const MAX_QUANTITY = 1_000_000_000;

/** The fields that currency and item offers share in requests (observed; limits of spec 8). */
export const stockOfferFields = {
  game_id: z.int(),
  game: issuedText(),
  external_id: limitedText(255).nullable(),
  description: limitedText(5_028),
  price: decimalNumber({ places: 6, minimum: 0, maximum: 999_999_999 }),
  currency: z.enum(['EUR', 'USD']),
  stock: z.int().min(0).max(MAX_QUANTITY),
  min_quantity: z.int().min(1).max(MAX_QUANTITY),
  delivery_instructions: limitedText(2_048).nullable(),
  delivery_time: deliveryTimeInput(),
};

const {
  game: gameText,
  game_id: gameId,
  external_id,
  currency,
  delivery_instructions,
  ...required
} = stockOfferFields;

/** The same fields in a new offer (observed; required as in spec 4.6). */
export const newStockOfferFields = {
  ...required,
  game: gameText.nullish(),
  game_id: gameId.nullish(),
  ...z.object({ external_id, currency, delivery_instructions }).partial().shape,
};
