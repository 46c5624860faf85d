import { z } from 'zod';
import type { giftCardOperations } from '../../contract/v2/operations/giftCards';
import { convert } from '../amounts/convert';
import { showCents } from '../amounts/showMoney';
import type { HandlersOf } from '../http/handler';
import { ok } from '../http/reply';
import { listPage } from '../listing/listPage';
import type { Display } from '../show/display';
import type { StockOffer } from '../stockOffers/stockOffer';
import { stockOfferList } from '../stockOffers/stockOfferList';
import { withStockOffer } from '../stockOffers/withStockOffer';
import { brands, regions } from './giftCardCatalogue';

/** Gift cards on v2. */
export const giftCardHandlers: HandlersOf<typeof giftCardOperations> = {
  listGiftCards: (call) =>
    listPage(call, stockOfferList('gift_card'), (rows) => rows.map((row) => showGiftCard(row, call.display))),
  listGiftCardBrands: () => ok({ data: brands }),
  listGiftCardRegions: () => ok({ data: regions }),
  getGiftCard: withStockOffer('gift_card', 'giftCard', (call, offer) =>
    ok({ data: showGiftCard(offer, call.display) }),
  ),
};

/** What the attributes of a gift card offer hold. */
const card = z.object({ brand_id: z.int(), region_id: z.int(), face_value: z.string() });

function showGiftCard(offer: StockOffer, { shape, dollarsPerEuro }: Display) {
  const { brand_id, region_id, face_value } = card.parse(JSON.parse(offer.attributes));
  const price = BigInt(offer.price);
  return {
    id: offer.id,
    brand: brands.find(({ id }) => id === brand_id),
    region: regions.find(({ id }) => id === region_id),
    title: offer.title,
    description: offer.description,
    face_value,
    status: offer.status,
    stock: offer.stock,
    min_quantity: offer.min_quantity,
    price_eur: showCents(price, 'EUR', shape),
    price_usd: showCents(convert(price, dollarsPerEuro), 'USD', shape),
    created_at: offer.created_at,
    updated_at: offer.updated_at,
  };
}
