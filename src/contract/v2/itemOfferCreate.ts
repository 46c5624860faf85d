import { z } from 'zod';
import { phpArray } from '../kinds';
import { limitedText } from '../limitedText';
import { stockOfferFields } from './stockOfferFields';

const { description, price, stock, min_quantity, delivery_time, game, game_id, ...others } = stockOfferFields;

/** A new item offer: as a currency offer, with a title (observed: "the same set with items"). */
export const itemOfferCreate = z.object({
  title: limitedText(255),
  description,
  price,
  stock,
  min_quantity,
  delivery_time,
  game: game.nullish(),
  game_id: game_id.nullish(),
  ...z.object(others).partial().shape,
  item_data: phpArray().optional(),
});
