import type { Call } from '../http/call';
import { orderTotal } from '../orders/orderTotal';
import { saveStockOffer } from '../stockOffers/saveStockOffer';
import type { StockOffer } from '../stockOffers/stockOffer';
import type { FieldErrors } from '../validation/checked';
import { invalid } from '../validation/invalid';
import { insertOrder } from './insertOrder';
import type { Purchase } from './purchase';
import type { Traded } from './traded';

/** Largest total of one order, in millionths: a store column and a JSON number hold it exactly. */
const LARGEST_TOTAL = BigInt(Number.MAX_SAFE_INTEGER);

/** Buys a quantity out of a stock, which it lowers. */
export async function buyStock(
  context: Pick<Call, 'db' | 'now'>,
  offer: StockOffer,
  purchase: Purchase,
): Promise<Traded> {
  const errors = quantityErrors(offer, purchase.quantity);
  if (Object.keys(errors).length > 0) return { ok: false, reply: invalid(errors) };
  const isInstant = offer.delivery_unit === null;
  const order = await insertOrder(context, boughtStock(offer), purchase, isInstant);
  await saveStockOffer(context, offer.id, { stock: offer.stock - purchase.quantity });
  return { ok: true, order };
}

function quantityErrors(offer: StockOffer, quantity: number): FieldErrors {
  if (quantity < offer.min_quantity) {
    return { quantity: [`The quantity field must be at least ${offer.min_quantity}.`] };
  }
  if (quantity > offer.stock)
    return { quantity: [`The quantity field must not be greater than ${offer.stock}.`] };
  return orderTotal({ unit_price: offer.price, quantity }) > LARGEST_TOTAL
    ? { quantity: ['The order would cost too much.'] }
    : {};
}

const boughtStock = (offer: StockOffer) => ({
  seller_id: offer.seller_id,
  kind: offer.kind,
  offer_id: offer.id,
  game_id: offer.game_id,
  title: offer.title,
  description: offer.description,
  parameters: offer.attributes,
  delivery_duration: offer.delivery_duration,
  delivery_unit: offer.delivery_unit,
  unit_price: offer.price,
});
