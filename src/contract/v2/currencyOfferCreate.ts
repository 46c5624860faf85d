import { z } from 'zod';
import { phpArray } from '../kinds';
import { stockOfferFields } from './stockOfferFields';

const { description, price, stock, min_quantity, delivery_time, game, game_id, ...others } = stockOfferFields;

/** A new currency offer (observed; required as in spec 4.6). */
export const currencyOfferCreate = z.object({
  description,
  price,
  stock,
  min_quantity,
  delivery_time,
  game: game.nullish(),
  game_id: game_id.nullish(),
  ...z.object(others).partial().shape,
  currency_data: phpArray().optional(),
});
