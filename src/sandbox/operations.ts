import { getAccountByLogin } from './accountOffers/getAccountByLogin';
import { getAccountOffer, listAccountOffers } from './accountOffers/readAccountOffers';
import { getCurrencyOffer, listCurrencyOffers } from './currencyOffers/readCurrencyOffers';
import { patchCurrencyOffer, updateCurrencyOffer } from './currencyOffers/updateCurrencyOffers';
import type { Operation } from './http/operation';

/** Every operation of the marketplace. Of two paths that fit one request the earlier answers. */
export const operations: readonly Operation[] = [
  listAccountOffers,
  getAccountOffer,
  getAccountByLogin,
  listCurrencyOffers,
  getCurrencyOffer,
  patchCurrencyOffer,
  updateCurrencyOffer,
];
