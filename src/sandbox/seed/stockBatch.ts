import type { Insertable } from 'kysely';
import type { OrderTable } from '../storage/orderTable';
import type { StockOfferTable } from '../storage/stockOfferTable';
import type { StockKind } from '../stockOffers/stockKind';
import type { SellerSeed } from './accountBatch';
import type { createIds } from './ids';
import { seedOrder } from './seedOrder';
import { seedStockOffer } from './seedStockOffer';

const STATUSES = ['delivered', 'delivered', 'delivered', 'pending', 'in_delivery', 'refunded'] as const;

/** Makes so many stock offers of one kind, with an order for every other one. */
export function stockBatch(
  kind: StockKind,
  count: number,
  { sellerId, random, until }: SellerSeed,
  ids: ReturnType<typeof createIds>,
) {
  const offers: Insertable<StockOfferTable>[] = [];
  const orders: Insertable<OrderTable>[] = [];
  for (let place = 0; place < count; place += 1) {
    const offer = { id: ids.stockOffer(), ...seedStockOffer(kind, place, sellerId, random, until) };
    offers.push(offer);
    const sold = place % 2 === 0 && offer.listed_at !== null && offer.listed_at !== undefined;
    if (!sold) continue;
    const offered = {
      seller_id: sellerId,
      kind,
      offer_id: offer.id,
      game_id: offer.game_id ?? null,
      title: offer.title,
      description: offer.description,
      parameters: offer.attributes,
      delivery_duration: offer.delivery_duration ?? null,
      delivery_unit: offer.delivery_unit ?? null,
      unit_price: offer.price,
    };
    const quantity = offer.min_quantity * random.between(1, 20);
    const order = seedOrder(offered, random.pick(STATUSES), quantity, random, offer.updated_at);
    orders.push({ id: ids.order(), ...order });
  }
  return { offers, orders };
}
