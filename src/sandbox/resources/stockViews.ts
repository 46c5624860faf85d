import { gameOf, showGameRelation } from '../games/catalogue';
import type { MarketCall } from '../market';
import type { StockOffer } from '../storage/sandboxSchema';
import { convert, printShortest } from '../values/amounts';
import { readFreeObject } from '../values/columnValues';
import { deliveryTimeOf, describeDelivery, showDeliveryTime } from '../values/deliveryTime';
import { absentText, isoDate, showExactCents, showFreeObject, showUnitPrice } from '../values/display';
import { slugOf } from './offers';

/**
 * A currency offer as v2 answers it (spec 2.9); an item offer is shown alike, with an image and without the unit, and by the live service
 * with a slug and prices in cents (observed).
 */
export function showStockOffer(offer: StockOffer, { display }: MarketCall) {
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
    ...(offer.kind === 'item' ? { image_urls: [offer.icon_url] } : {}),
    created_at: offer.created_at,
    updated_at: offer.updated_at,
    listed_at: offer.listed_at,
  };
}

/** A currency offer as v1 answers it (spec 2.10); an item offer is shown alike, without the unit (assumed). */
export function showStockOfferV1(offer: StockOffer, { display }: MarketCall) {
  const game = gameOf(offer);
  const { currency_name, name, symbol, multiplier } = game.currencyUnit;
  const unit = { currency_unit: { currency_name, name, symbol, multiplier } };
  const time = describeDelivery(deliveryTimeOf(offer), display.shape);
  const { duration, unit: timeUnit, short, long, seconds } = time;
  return {
    id: String(offer.id),
    type: offer.kind === 'currency' ? 'currencyOffers' : 'itemOffers',
    attributes: {
      uuid: offer.uuid,
      title: offer.title,
      game_slug: game.slug,
      ...(offer.kind === 'currency' ? unit : {}),
      description: offer.description,
      price: Number(printShortest(BigInt(offer.price))),
      stock: offer.stock,
      min_quantity: offer.min_quantity,
      data: readFreeObject(offer.attributes),
      delivery_time: { duration, unit: timeUnit, format: short, formatLong: long, seconds },
      status: offer.status,
      created_at: isoDate(offer.created_at),
      listed_at: offer.listed_at === null ? null : isoDate(offer.listed_at),
      updated_at: isoDate(offer.updated_at),
    },
  };
}
