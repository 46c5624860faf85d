import { z } from 'zod';
import { accountOfferFields } from './accountOfferFields';
import { loginFields } from './loginFields';

const optional = <Shape extends Record<string, z.ZodType>>(shape: Shape) => z.object(shape).partial().shape;
const { title, description, price, image_urls, account_data, game_items, game, game_id, ...others } =
  accountOfferFields;

/**
 * A new account offer with one login (spec 4.2, deprecated). Required is what the template does not mark as optional
 * (spec 2.7); login, password, delivery time and game depend on other fields.
 */
export const accountOfferCreate = z.object({
  title,
  description,
  price,
  image_urls,
  account_data,
  game_items,
  game: game.nullish(),
  game_id: game_id.nullish(),
  ...optional(others),
  ...optional(loginFields),
});
