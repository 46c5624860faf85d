import type { z } from 'zod';
import { type deliveryTimeInput, wholeNumber } from '../../contract/requestKinds';
import { type FreeObject, given, writeFreeObject } from '../values/columnValues';
import { type Micros, microsOf, ONE, divideHalfEven } from '../values/amounts';
import { deliveryColumns } from '../values/deliveryTime';
import { gameNamed } from '../games/gameRules';
import type { StockOffer } from '../storage/offerTables';
import { currencyOfferPatch } from '../../contract/v2/currencyOffersV2';
import { currencyOfferUpdate } from '../../contract/v1/currencyOffersV1';
import { phpArray } from '../../contract/kinds';
import { stockOfferFields } from '../../contract/v2/offerPartsV2';

/** A checked request about a stock offer, of either version and kind; an absent member changes nothing. */
export interface StockOfferChanges {
  readonly game_id?: number | null | undefined;
  readonly game?: string | null | undefined;
  readonly external_id?: string | null | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly price?: number | string | undefined;
  readonly currency?: 'EUR' | 'USD' | undefined;
  readonly stock?: number | string | undefined;
  readonly min_quantity?: number | string | undefined;
  readonly delivery_instructions?: string | null | undefined;
  readonly delivery_time?: z.output<ReturnType<typeof deliveryTimeInput>> | undefined;
  /** The data of the game, whatever the request calls it. */
  readonly data?: FreeObject | undefined;
}

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
  return Number(currency === 'EUR' ? price : divideHalfEven(price * ONE, dollarsPerEuro));
}

/** Largest stock and minimum quantity (spec 8). */
const LARGEST_QUANTITY = 1_000_000_000;

const { description, price, delivery_time, currency, external_id } = stockOfferFields;

/** The v1 full update (spec 4.6) with every limit of section 8. */
export const currencyUpdateBody = currencyOfferUpdate.extend({
  description,
  price,
  stock: wholeNumber(0, LARGEST_QUANTITY),
  min_quantity: wholeNumber(1, LARGEST_QUANTITY),
  delivery_time,
});

/** The v2 partial update (observed) with the same limits; numeric text is a price. */
export const currencyPatchBody = currencyOfferPatch.extend({
  external_id: external_id.optional(),
  description: description.optional(),
  price: price.optional(),
  currency: currency.optional(),
  delivery_time: delivery_time.optional(),
  currency_data: phpArray().optional(),
});
