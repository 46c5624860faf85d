import { z } from 'zod';
import { decimalNumber, limitedText } from '../requestKinds';
import { money, timestamp } from '../kinds';
import { stockOfferFields } from './offerPartsV2';

/** A brand of gift cards (spec 2.8). */
export const giftCardBrand = z.object({ id: z.int(), name: z.string(), slug: z.string() });

/** A region in which a gift card can be used (assumed). */
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

/** An offer of gift cards as its seller sees it (assumed). */
export const giftCardOffer = giftCard.extend({
  uuid: z.string(),
  external_id: z.string().nullable(),
  views: z.int(),
  listed_at: timestamp().nullable(),
});

const { description, external_id, stock, min_quantity } = stockOfferFields;

const required = {
  brand_id: z.int(),
  region_id: z.int(),
  /** Worth of a card in euros. */
  face_value: decimalNumber({ places: 2, minimum: 0.01, maximum: 10_000 }),
  description,
  price: decimalNumber({ places: 2, minimum: 0.01, maximum: 999_999_999 }),
  stock,
};

const optional = { title: limitedText(255), external_id, min_quantity };

/** A new offer of gift cards (assumed); without a title it is named after its brand and worth. */
export const giftCardOfferCreate = z.object({ ...required, ...z.object(optional).partial().shape });

/** The partial update of an offer of gift cards (assumed). */
export const giftCardOfferPatch = giftCardOfferCreate.partial();
