import { convert } from '../amounts/convert';
import { slugOf } from '../accountOffers/slugOf';
import { showExactCents, showUnitPrice } from '../amounts/showMoney';
import { showDeliveryTime } from '../delivery/showDeliveryTime';
import { gameOf } from '../games/findGame';
import { showGameRelation } from '../games/showGameRelation';
import { absentText } from '../show/absentText';
import type { Display } from '../show/display';
import { showFreeObject } from '../show/showFreeObject';
import { readFreeObject } from '../storage/readFreeObject';
import type { StockOffer } from './stockOffer';

/**
 * A currency offer as v2 answers it (spec 2.9); an item offer is shown alike, without the unit, and by the live service
 * with a slug and prices in cents (observed).
 */
export function showStockOffer(offer: StockOffer, display: Display) {
  const { shape, dollarsPerEuro } = display;
  const text = absentText(shape);
  const game = gameOf(offer);
  const price = BigInt(offer.price);
  const isLiveItem = offer.kind === 'item' && shape === 'live';
  const showPrice = isLiveItem ? showExactCents : showUnitPrice;
  return {
    id: offer.id,
    uuid: offer.uuid,
    external_id: text(offer.external_id),
    game: showGameRelation(game),
    ...(offer.kind === 'currency' ? { currency_unit: game.currencyUnit } : {}),
    title: offer.title,
    ...(isLiveItem ? { slug: slugOf(offer.title) } : {}),
    description: offer.description,
    parameters: showFreeObject(readFreeObject(offer.attributes), shape),
    base_currency: 'EUR',
    status: offer.status,
    delivery_time: showDeliveryTime(offer, shape),
    delivery_instructions: text(offer.delivery_instructions),
    stock: offer.stock,
    min_quantity: offer.min_quantity,
    price_eur: showPrice(price, 'EUR', shape),
    price_usd: showPrice(convert(price, dollarsPerEuro), 'USD', shape),
    views: offer.views,
    icon_url: offer.icon_url,
    created_at: offer.created_at,
    updated_at: offer.updated_at,
    listed_at: offer.listed_at,
  };
}
