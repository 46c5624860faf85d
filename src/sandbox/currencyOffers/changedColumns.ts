import type { Updateable } from 'kysely';
import type { z } from 'zod';
import { type Micros, ONE } from '../amounts/micros';
import { microsOf } from '../amounts/microsOf';
import { roundHalfEven } from '../amounts/roundHalfEven';
import { deliveryColumns } from '../delivery/deliveryTimeBody';
import { findGame } from '../games/findGame';
import { given } from '../storage/given';
import type { CurrencyOfferTable } from '../storage/currencyOfferTable';
import { type FreeObject, writeFreeObject } from '../storage/writeFreeObject';
import type { patchBody } from './currencyOfferBodies';

/** A checked update of either version. */
type Changes = Omit<z.output<typeof patchBody>, 'currency_data'> & {
  readonly currency_data?: FreeObject | undefined;
};

/** The columns that a checked body changes: exactly those whose member it has. */
export function changedColumns(body: Changes, dollarsPerEuro: Micros): Updateable<CurrencyOfferTable> {
  const { delivery_time, currency_data, price } = body;
  const gameId = body.game === undefined ? body.game_id : findGame(body.game)?.id;
  return {
    ...given({
      game_id: gameId,
      external_id: body.external_id,
      description: body.description,
      stock: body.stock,
      min_quantity: body.min_quantity,
      delivery_instructions: body.delivery_instructions,
    }),
    ...(delivery_time === undefined ? {} : deliveryColumns(delivery_time)),
    ...(currency_data === undefined ? {} : { attributes: writeFreeObject(currency_data) }),
    ...(price === undefined
      ? {}
      : { price: inEuros(microsOf(price), body.currency ?? 'EUR', dollarsPerEuro) }),
  };
}

/** A price may be given in dollars (observed); it is kept in euros. */
function inEuros(price: Micros, currency: 'EUR' | 'USD', dollarsPerEuro: Micros): number {
  return Number(currency === 'EUR' ? price : roundHalfEven(price * ONE, dollarsPerEuro));
}
