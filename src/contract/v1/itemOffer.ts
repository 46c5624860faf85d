import { currencyOffer } from './currencyOffer';

/** The attributes of a v1 item offer: as a currency offer, without its unit (assumed). */
export const itemOffer = currencyOffer.omit({ currency_unit: true });
