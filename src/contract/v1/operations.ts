import { accountOperations } from './operations/accounts';
import { currencyOperations } from './operations/currencyOffers';
import { itemOperations } from './operations/itemOffers';

/** Every operation of v1 by name (observed: the complete surface). Of two paths that fit one request the earlier one is meant. */
export const operations = { ...accountOperations, ...currencyOperations, ...itemOperations };
