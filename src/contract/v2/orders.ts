import { z } from 'zod';
import { limitedText } from '../limitedText';
import { timestamp } from '../kinds';
import { itemOrder } from './itemOrder';

/** What every order shows; the specification shows item orders only, the other kinds are built alike (assumed). */
const everyOrder = itemOrder.omit({ item_offer_id: true });

/** An order of an account; `credential_id` names the credential that was assigned to it. */
export const accountOrder = everyOrder.extend({
  account_offer_id: z.int(),
  credential_id: z.int().nullable(),
});

/** An order of game currency; the live service shows three of its instants nowhere. */
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

/** What buyer and seller write to each other about an order (assumed). */
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
export const completed = <Order extends z.ZodType>(item: Order) =>
  z.object({ data: item, message: z.string(), action: z.string() });
