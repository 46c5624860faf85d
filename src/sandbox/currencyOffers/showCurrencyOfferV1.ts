import type { Selectable } from 'kysely';
import { printShortest } from '../amounts/printShortest';
import type { AnswerShape } from '../answerShape';
import { deliveryTimeOf } from '../delivery/deliveryTime';
import { describeDelivery } from '../delivery/describeDelivery';
import { gameOf } from '../games/findGame';
import { isoDate } from '../show/isoDate';
import type { CurrencyOfferTable } from '../storage/currencyOfferTable';
import { readFreeObject } from '../storage/readFreeObject';

/** A currency offer as v1 answers it (spec 2.10). */
export function showCurrencyOfferV1(offer: Selectable<CurrencyOfferTable>, shape: AnswerShape) {
  const game = gameOf(offer);
  const { currency_name, name, symbol, multiplier } = game.currencyUnit;
  const { duration, unit, short, long, seconds } = describeDelivery(deliveryTimeOf(offer), shape);
  return {
    id: String(offer.id),
    type: 'currencyOffers',
    attributes: {
      uuid: offer.uuid,
      title: offer.title,
      game_slug: game.slug,
      currency_unit: { currency_name, name, symbol, multiplier },
      description: offer.description,
      price: Number(printShortest(BigInt(offer.price))),
      stock: offer.stock,
      min_quantity: offer.min_quantity,
      data: readFreeObject(offer.attributes),
      delivery_time: { duration, unit, format: short, formatLong: long, seconds },
      status: offer.status,
      created_at: isoDate(offer.created_at),
      listed_at: offer.listed_at === null ? null : isoDate(offer.listed_at),
      updated_at: isoDate(offer.updated_at),
    },
  };
}
