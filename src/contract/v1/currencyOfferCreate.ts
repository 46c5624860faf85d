import { currencyOfferUpdate } from './currencyOfferUpdate';

/** A new currency offer: the same body as the full update (observed). */
export const currencyOfferCreate = currencyOfferUpdate;
