import { z } from 'zod';
import { facts } from '../facts';
import { freeObject, money, timestamp } from '../kinds';
import { deliveryTime } from './deliveryTime';
import { gameRelation } from './gameRelation';
import { buyer, rating } from './orderParts';

/** An order of items (spec 2.1); `rating` is null until the buyer gives one. */
export const itemOrder = z.object({
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
