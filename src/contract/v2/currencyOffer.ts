import { z } from 'zod';
import { facts } from '../facts';
import { freeObject, money, statusText, timestamp } from '../kinds';
import { deliveryTime } from './deliveryTime';
import { gameRelation } from './gameRelation';

/** Spec 2.9; nullable members as observed in the live service. */
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
