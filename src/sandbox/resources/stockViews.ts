import { gameOf, showGameRelation } from '../games/catalogue';
import type { MarketCall } from '../market';
import type { StockOffer } from '../storage/sandboxSchema';
import { pick } from '../storage/tables';
import { printShortest } from '../values/amounts';
import { describeDelivery, showDeliveryTime } from '../values/deliveryTime';
import {
  isoDate,
  readFreeObject,
  showBoth,
  showExactCents,
  showFreeObject,
  showUnitPrice,
} from '../values/display';
import { absentText } from '../values/display';
import { slugOf } from './offers';

/**
 * Shows a currency offer in the form of v2 (spec 2.9). An item offer is similar, with an image and without the unit,
 * and in the live service with a slug and prices in cents (observed).
 */
export function showStockOffer(offer: StockOffer, { display }: MarketCall) {
  const { shape } = display;
  const text = absentText(shape);
  const game = gameOf(offer);
  const isLiveItem = offer.kind === 'item' && shape === 'live';
  const [eur, usd] = showBoth(BigInt(offer.price), isLiveItem ? showExactCents : showUnitPrice, display);
  return {
    ...pick(offer, 'id', 'uuid'),
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
    ...pick(offer, 'stock', 'min_quantity'),
    price_eur: eur,
    price_usd: usd,
    ...pick(offer, 'views', 'icon_url'),
    ...(offer.kind === 'item' ? { image_urls: [offer.icon_url] } : {}),
    ...pick(offer, 'created_at', 'updated_at', 'listed_at'),
  };
}

/** Members of a unit that v1 shows. */
const UNIT_NAMES = ['currency_name', 'name', 'symbol', 'multiplier'] as const;

/** Shows a currency offer in the form of v1 (spec 2.10); an item offer is similar, without the unit (assumed). */
export function showStockOfferV1(offer: StockOffer, { display }: MarketCall) {
  const game = gameOf(offer);
  const { duration, unit, short, long, seconds } = describeDelivery(offer, display.shape);
  return {
    id: String(offer.id),
    type: `${offer.kind}Offers`,
    attributes: {
      ...pick(offer, 'uuid', 'title'),
      game_slug: game.slug,
      ...(offer.kind === 'currency' ? { currency_unit: pick(game.currencyUnit, ...UNIT_NAMES) } : {}),
      description: offer.description,
      price: Number(printShortest(BigInt(offer.price))),
      ...pick(offer, 'stock', 'min_quantity'),
      data: readFreeObject(offer.attributes),
      delivery_time: { duration, unit, format: short, formatLong: long, seconds },
      status: offer.status,
      created_at: isoDate(offer.created_at),
      listed_at: offer.listed_at === null ? null : isoDate(offer.listed_at),
      updated_at: isoDate(offer.updated_at),
    },
  };
}
