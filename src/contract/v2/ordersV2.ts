import { z } from 'zod';
import { facts, freeObject, money, timestamp } from '../kinds';
import { deliveryTime, gameRelation } from './offerPartsV2';

/** The buyer (spec 2.3). */
const buyer = z.object({ id: z.int(), username: z.string() });

/** The buyer's rating (spec 2.4). */
const rating = z.object({
  id: z.int(),
  labels: z.array(z.string()).nullable(),
  rating: z.int().min(0).max(1),
  comment: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** An order of items (spec 2.1); `rating` is null until the buyer gives one. */
const itemOrder = z.object({
  id: z.int(),
  item_offer_id: z.int(),
  game: gameRelation,
  buyer,
  rating: rating.nullable(),
  title: z.string(),
  description: z.string().nullable(),
  quantity: z.int(),
  parameters: freeObject().nullable(),
  status: z.enum(['pending', 'in_delivery', 'delivered', 'refunded']).register(facts, { needed: true }),
  is_disputed: z.boolean(),
  dispute_case_id: z.int().nullable(),
  delivery_time: deliveryTime,
  credentials: freeObject(),
  price_eur: money('EUR', 2),
  price_usd: money('USD', 2),
  unit_price_eur: money('EUR', 6),
  unit_price_usd: money('USD', 6),
  created_at: timestamp(),
  updated_at: timestamp(),
  purchased_at: timestamp().nullable(),
  completed_at: timestamp().nullable(),
  refunded_at: timestamp().nullable(),
});

/** An order of game currency: as an order of items; the live service never shows three of its instants. */
export const currencyOrder = itemOrder.omit({ item_offer_id: true }).extend({
  currency_offer_id: z.int(),
  purchased_at: itemOrder.shape.purchased_at.optional(),
  completed_at: itemOrder.shape.completed_at.optional(),
  refunded_at: itemOrder.shape.refunded_at.optional(),
});
