import { itemOfferCreate } from './itemOfferCreate';

/** The partial update of an item offer (observed): every member optional. */
export const itemOfferPatch = itemOfferCreate.partial();
