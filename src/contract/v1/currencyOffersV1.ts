import { z } from 'zod';
import { date, freeObject, issuedText, openText, objectOrList } from '../kinds';
import { decimalNumber, deliveryTimeInput, limitedText, wholeNumber } from '../requestKinds';
import { idInput } from './accountsV1';

/** The attributes of a v1 currency offer (spec 2.10); `listed_at` is null until the offer is first listed. */
export const currencyOfferV1 = z.object({
  uuid: z.string(),
  title: z.string(),
  game_slug: issuedText(),
  currency_unit: z.object({
    currency_name: z.string(),
    name: z.string(),
    symbol: z.string(),
    multiplier: z.number(),
  }),
  description: z.string(),
  price: z.number(),
  stock: z.int(),
  min_quantity: z.int(),
  data: freeObject(),
  delivery_time: z.object({
    duration: z.int(),
    unit: z.string(),
    format: z.string(),
    formatLong: z.string(),
    seconds: z.int(),
  }),
  status: openText('draft', 'listed', 'archived'),
  created_at: date(),
  listed_at: date().nullable(),
  updated_at: date(),
});

/**
 * The body of the v1 full update of a currency offer (spec 4.6); a new one has the same body (observed). The bounds of
 * the price and of the delivery time are v2's (assumed).
 */
export const currencyOfferUpdate = z.object({
  description: limitedText(5_028),
  price: decimalNumber({ places: 6, minimum: 0, maximum: 999_999_999 }),
  game: issuedText(),
  stock: wholeNumber(0, 1_000_000_000),
  min_quantity: wholeNumber(1, 1_000_000_000),
  delivery_time: deliveryTimeInput(),
  currency_data: objectOrList().optional(),
  delivery_instructions: z.string().nullable().optional(),
});

/** The attributes of a v1 currency order (assumed). */
export const currencyOrderV1 = z.object({
  currency_offer_id: z.string(),
  title: z.string(),
  quantity: z.int(),
  price: z.number(),
  status: openText('pending', 'in_delivery', 'delivered', 'refunded'),
  created_at: date(),
  completed_at: date().nullable(),
  updated_at: date(),
});

/** The attributes of a v1 item offer: as a currency offer, without its unit (assumed). */
export const itemOfferV1 = currencyOfferV1.omit({ currency_unit: true });

/** A new status for an item offer (observed). */
export const itemOfferStatus = z.object({ status: z.enum(['listed', 'draft', 'archived']) });

/** A new status for several item offers (observed). */
export const itemOfferStatusBulk = itemOfferStatus.extend({ itemOffers: z.array(idInput).min(1) });
