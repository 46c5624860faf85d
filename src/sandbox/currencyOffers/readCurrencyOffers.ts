import type { Operation } from '../http/operation';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { listPage } from '../listing/listPage';
import { currencyOfferList } from './currencyOfferList';
import { findCurrencyOffer } from './findCurrencyOffer';
import { showCurrencyOffer } from './showCurrencyOffer';

/** GET /v2/currency-offers: the paged list (observed). */
export const listCurrencyOffers: Operation = {
  version: 'v2',
  method: 'GET',
  path: '/v2/currency-offers',
  handle: (call) =>
    listPage(call, currencyOfferList, (rows) =>
      Promise.resolve(rows.map((row) => showCurrencyOffer(row, call.display))),
    ),
};

/** GET /v2/currency-offers/{currencyOffer}: one offer (observed). */
export const getCurrencyOffer: Operation = {
  version: 'v2',
  method: 'GET',
  path: '/v2/currency-offers/{currencyOffer}',
  handle: async (call) => {
    const offer = await findCurrencyOffer(call, call.parameters.currencyOffer);
    return offer === undefined ? problems.notFound : ok({ data: showCurrencyOffer(offer, call.display) });
  },
};
