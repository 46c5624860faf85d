import { currencyOfferPatch } from '../../contract/v2/currencyOfferPatch';
import { currencyOfferUpdate } from '../../contract/v1/currencyOfferUpdate';
import { phpArray } from '../../contract/kinds';
import { stockOfferFields } from '../../contract/v2/stockOfferFields';
import { wholeNumber } from '../../contract/wholeNumber';

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
