import { z } from 'zod';
import { facts, freeObject, money, objectOrList, statusText, timestamp } from '../kinds';
import { deliveryTime, gameRelation, newStockOfferFields, stockOfferFields } from './offerPartsV2';

/** A currency offer (spec 2.9); nullable members as observed in the live service. */
export const currencyOffer = z.object({
  id: z.int(),
  uuid: z.string(),
  external_id: z.string().nullable(),
  game: gameRelation,
  currency_unit: z.object({
    slug: z.string(),
    currency_name: z.string(),
    name: z.string(),
    symbol: z.string(),
    multiplier: z.number(),
  }),
  title: z.string(),
  description: z.string(),
  parameters: freeObject(),
  base_currency: z.string(),
  status: statusText('draft', 'listed', 'archived'),
  delivery_time: deliveryTime,
  delivery_instructions: z.string().nullable(),
  stock: z.int().register(facts, { needed: true }),
  min_quantity: z.int(),
  price_eur: money('EUR', 6),
  price_usd: money('USD', 6),
  views: z.int(),
  icon_url: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
  listed_at: timestamp().nullable(),
});

/** A new currency offer (observed). */
export const currencyOfferCreate = z.object({
  ...newStockOfferFields,
  currency_data: objectOrList().optional(),
});

/** The partial update of a currency offer (observed): every member optional. */
export const currencyOfferPatch = z.object({ ...stockOfferFields, currency_data: objectOrList() }).partial();
