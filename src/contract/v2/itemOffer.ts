import { currencyOffer } from './currencyOffer';

/** An item offer: as a currency offer, without its unit (observed: "the same set with items"). */
export const itemOffer = currencyOffer.omit({ currency_unit: true });
