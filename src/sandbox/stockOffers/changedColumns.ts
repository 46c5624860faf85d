import { type Micros, ONE } from '../amounts/micros';
import { microsOf } from '../amounts/microsOf';
import { roundHalfEven } from '../amounts/roundHalfEven';
import { deliveryColumns } from '../delivery/deliveryColumns';
import { gameNamed } from '../games/gameRules';
import { given } from '../storage/given';
import { writeFreeObject } from '../storage/writeFreeObject';
import type { StockOffer } from './stockOffer';
import type { StockOfferChanges } from './stockOfferChanges';

/** The columns that a checked request gives a value: exactly those whose member it has. */
export function changedColumns(changes: StockOfferChanges, dollarsPerEuro: Micros): Partial<StockOffer> {
  const { price, currency = 'EUR', stock, min_quantity, delivery_time, data } = changes;
  return {
    ...given({
      game_id: gameNamed(changes)?.id,
      external_id: changes.external_id,
      title: changes.title,
      description: changes.description,
      delivery_instructions: changes.delivery_instructions,
    }),
    ...(stock === undefined ? {} : { stock: Number(stock) }),
    ...(min_quantity === undefined ? {} : { min_quantity: Number(min_quantity) }),
    ...(price === undefined ? {} : { price: inEuros(microsOf(price), currency, dollarsPerEuro) }),
    ...(delivery_time === undefined ? {} : deliveryColumns(delivery_time)),
    ...(data === undefined ? {} : { attributes: writeFreeObject(data) }),
  };
}

/** A price may be given in dollars (observed); it is kept in euros. */
function inEuros(price: Micros, currency: 'EUR' | 'USD', dollarsPerEuro: Micros): number {
  return Number(currency === 'EUR' ? price : roundHalfEven(price * ONE, dollarsPerEuro));
}
