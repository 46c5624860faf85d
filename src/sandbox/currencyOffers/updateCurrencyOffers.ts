import type { Operation } from '../http/operation';
import { problems } from '../http/problems';
import { ok } from '../http/reply';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import { changedColumns } from './changedColumns';
import { patchBody, updateBody } from './currencyOfferBodies';
import { findCurrencyOffer } from './findCurrencyOffer';
import { saveCurrencyOffer } from './saveCurrencyOffer';
import { showCurrencyOffer } from './showCurrencyOffer';
import { showCurrencyOfferV1 } from './showCurrencyOfferV1';

/** PATCH /v2/currency-offers/{currencyOffer}: a partial update (observed). */
export const patchCurrencyOffer: Operation = {
  version: 'v2',
  method: 'PATCH',
  path: '/v2/currency-offers/{currencyOffer}',
  handle: async (call) => {
    const offer = await findCurrencyOffer(call, call.parameters.currencyOffer);
    if (offer === undefined) return problems.notFound;
    const body = checkBody(patchBody, call.body);
    if (!body.ok) return invalid(body.errors);
    const columns = changedColumns(body.value, call.display.dollarsPerEuro);
    return ok({ data: showCurrencyOffer(await saveCurrencyOffer(call, offer.id, columns), call.display) });
  },
};

/** PATCH /v1/currency-offers/{currencyOfferId}: a full update (spec 4.6). */
export const updateCurrencyOffer: Operation = {
  version: 'v1',
  method: 'PATCH',
  path: '/v1/currency-offers/{currencyOfferId}',
  handle: async (call) => {
    const offer = await findCurrencyOffer(call, call.parameters.currencyOfferId);
    if (offer === undefined) return problems.notFound;
    const body = checkBody(updateBody, call.body);
    if (!body.ok) return invalid(body.errors);
    const { stock, min_quantity, ...rest } = body.value;
    const changes = { ...rest, stock: Number(stock), min_quantity: Number(min_quantity) };
    const columns = changedColumns(changes, call.display.dollarsPerEuro);
    return ok({
      data: showCurrencyOfferV1(await saveCurrencyOffer(call, offer.id, columns), call.display.shape),
    });
  },
};
