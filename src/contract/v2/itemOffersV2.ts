import { z } from 'zod';
import { currencyOffer } from './currencyOffersV2';
import { objectOrList } from '../kinds';
import { limitedText } from '../requestKinds';
import { newStockOfferFields } from './offerPartsV2';

/**
 * An item offer: as a currency offer, without its unit (observed: "the same set with items"). Only the live service
 * shows slug and images.
 */
export const itemOffer = currencyOffer
  .omit({ currency_unit: true })
  .extend({ slug: z.string().optional(), image_urls: z.array(z.string()).optional() });

/** A new item offer: as a currency offer, with a title (observed: "the same set with items"). */
export const itemOfferCreate = z.object({
  title: limitedText(255),
  ...newStockOfferFields,
  item_data: objectOrList().optional(),
});

/** The partial update of an item offer (observed): every member optional. */
export const itemOfferPatch = itemOfferCreate.partial();
