import { z } from 'zod';
import { itemOrder } from './itemOrder';

/** What every order shows; the specification shows item orders only, the other kinds are built alike (assumed). */
const everyOrder = itemOrder.omit({ item_offer_id: true });

/** An order of an account; `credential_id` names the credential that was assigned to it. */
export const accountOrder = everyOrder.extend({
  account_offer_id: z.int(),
  credential_id: z.int().nullable(),
});

/** An order of game currency. */
export const currencyOrder = everyOrder.extend({ currency_offer_id: z.int() });

/** An order of gift cards, which belong to no game. */
export const giftCardOrder = everyOrder.omit({ game: true }).extend({ gift_card_id: z.int() });

/** An order of any kind in the list of all. */
export const order = z.object({
  kind: z.enum(['account', 'item', 'currency', 'gift_card']),
  offer_id: z.int(),
  ...everyOrder.omit({ game: true }).shape,
});

/** The answer of completing an order (observed). */
export const completed = <Order extends z.ZodType>(item: Order) =>
  z.object({ data: item, message: z.string(), action: z.string() });
