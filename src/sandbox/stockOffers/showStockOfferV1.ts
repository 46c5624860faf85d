import { printShortest } from '../amounts/printShortest';
import type { AnswerShape } from '../answerShape';
import { deliveryTimeOf } from '../delivery/deliveryTime';
import { describeDelivery } from '../delivery/describeDelivery';
import { gameOf } from '../games/findGame';
import { isoDate } from '../show/isoDate';
import { readFreeObject } from '../storage/readFreeObject';
import type { StockOffer } from './stockOffer';
import type { STOCK_COLUMNS_V1 } from './stockColumnsV1';

type StockOfferV1 = Pick<StockOffer, (typeof STOCK_COLUMNS_V1)[number]>;

/** A currency offer as v1 answers it (spec 2.10); an item offer is shown alike, without the unit (assumed). */
export function showStockOfferV1(offer: StockOfferV1, shape: AnswerShape) {
  const game = gameOf(offer);
  const { currency_name, name, symbol, multiplier } = game.currencyUnit;
  const unit = { currency_unit: { currency_name, name, symbol, multiplier } };
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
      delivery_time: showDeliveryTimeV1(offer, shape),
      status: offer.status,
      created_at: isoDate(offer.created_at),
      listed_at: offer.listed_at === null ? null : isoDate(offer.listed_at),
      updated_at: isoDate(offer.updated_at),
    },
  };
}

function showDeliveryTimeV1(offer: StockOfferV1, shape: AnswerShape) {
  const { duration, unit, short, long, seconds } = describeDelivery(deliveryTimeOf(offer), shape);
  return { duration, unit, format: short, formatLong: long, seconds };
}
