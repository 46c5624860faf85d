import { z } from 'zod';
import { facts, freeObject, money, timestamp } from '../kinds';
import { deliveryTime, gameRelation } from './offerPartsV2';
import { limitedText } from '../requestKinds';

/** The buyer (spec 2.3). */
export const buyer = z.object({ id: z.int(), username: z.string() });

/** The buyer's rating (spec 2.4). */
export const rating = z.object({
  id: z.int(),
  labels: z.array(z.string()).nullable(),
  rating: z.int().min(0).max(1),
  comment: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

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

/** Members of every order; the specification shows item orders only, the other kinds are built alike (assumed). */
const everyOrder = itemOrder.omit({ item_offer_id: true });

/** An order of an account; `credential_id` names the credential that was assigned to it. */
export const accountOrder = everyOrder.extend({
  account_offer_id: z.int(),
  credential_id: z.int().nullable(),
});

/** An order of game currency; the live service never shows three of its instants. */
export const currencyOrder = everyOrder.extend({
  currency_offer_id: z.int(),
  purchased_at: everyOrder.shape.purchased_at.optional(),
  completed_at: everyOrder.shape.completed_at.optional(),
  refunded_at: everyOrder.shape.refunded_at.optional(),
});

/** An order of gift cards, which belong to no game. */
export const giftCardOrder = everyOrder.omit({ game: true }).extend({ gift_card_id: z.int() });

/** An order of any kind in the list of all. */
export const order = z.object({
  kind: z.enum(['account', 'item', 'currency', 'gift_card']),
  offer_id: z.int(),
  ...everyOrder.omit({ game: true }).shape,
});

/** A message between buyer and seller about an order (assumed). */
export const orderMessage = z.object({
  id: z.int(),
  order_id: z.int(),
  sender: z.enum(['buyer', 'seller']),
  message: z.string(),
  created_at: timestamp(),
  updated_at: timestamp(),
});

/** A message of the seller (assumed). */
export const orderMessageSend = z.object({ message: limitedText(2_048) });

/** Other credentials for an order of an account, in place of those that were delivered (assumed). */
export const orderCredentialsPatch = z.object({ credentials: limitedText(500) });

/** The answer of completing an order (observed). */
export const completedOrder = <Order extends z.ZodType>(item: Order) =>
  z.object({ data: item, message: z.string(), action: z.string() });
