import { z } from 'zod';
import { decimalNumber } from '../../contract/decimalNumber';
import { limitedText } from '../../contract/limitedText';
import { currencyOfferUpdate } from '../../contract/v1/currencyOfferUpdate';
import { currencyOfferPatch } from '../../contract/v2/currencyOfferPatch';
import { wholeNumber } from '../../contract/wholeNumber';
import { deliveryTimeBody } from '../delivery/deliveryTimeBody';
import { gameId, gameSlug } from '../games/gameSlug';

/** Six places (spec 8), and small enough that millionths are exact integers. */
const price = decimalNumber({ places: 6, minimum: 0, maximum: 999_999_999 });
const description = limitedText(5_028);
const LARGEST_QUANTITY = 1_000_000_000;

/** The v1 full update (spec 4.6) with every limit of section 8. */
export const updateBody = currencyOfferUpdate.extend({
  description,
  price,
  game: gameSlug('currencies'),
  stock: wholeNumber(0, LARGEST_QUANTITY),
  min_quantity: wholeNumber(1, LARGEST_QUANTITY),
  delivery_time: deliveryTimeBody,
});

/** The v2 partial update (observed) with the same limits; numeric text is a price. */
export const patchBody = currencyOfferPatch.extend({
  game_id: gameId('currencies').optional(),
  game: gameSlug('currencies').optional(),
  external_id: limitedText(255).nullable().optional(),
  description: description.optional(),
  price: price.optional(),
  currency: z.enum(['EUR', 'USD']).optional(),
  delivery_time: deliveryTimeBody.optional(),
});
