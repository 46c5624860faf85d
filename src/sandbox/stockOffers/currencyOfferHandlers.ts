import { currencyOfferCreate } from '../../contract/v2/currencyOfferCreate';
import type { currencyOfferOperations } from '../../contract/v2/operations/currencyOffers';
import { gameHas, gameRequired } from '../games/gameRules';
import type { HandlersOf } from '../http/handler';
import { created, ok } from '../http/reply';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import { changedColumns } from './changedColumns';
import { createCurrencyOffer } from './createCurrencyOffer';
import { saveStockOffer } from './saveStockOffer';
import { showStockOffer } from './showStockOffer';
import { currencyPatchBody } from './stockOfferBodies';
import { sharedHandlers, templateOf } from './sharedHandlers';
import { withStockOffer } from './withStockOffer';

const KIND = 'currency';
const shared = sharedHandlers(KIND, 'currencyOffer', showStockOffer);

/** Currency offers on v2. */
export const currencyOfferHandlers: HandlersOf<typeof currencyOfferOperations> = {
  listCurrencyOffers: shared.list,
  getCurrencyOffer: shared.get,
  getCurrencyOfferTemplate: templateOf(KIND, 'currencies'),
  markCurrencyOfferListed: shared.move('list'),
  markCurrencyOfferDraft: shared.move('draft'),
  markCurrencyOfferArchived: shared.move('archive'),
  createCurrencyOffer: async (call) => {
    const body = checkBody(currencyOfferCreate, call.body, gameRequired, gameHas('currencies'));
    if (!body.ok) return invalid(body.errors);
    const offer = await createCurrencyOffer(call, { ...body.value, data: body.value.currency_data });
    return created({ data: showStockOffer(offer, call.display) });
  },
  patchCurrencyOffer: withStockOffer(KIND, 'currencyOffer', async (call, offer) => {
    const body = checkBody(currencyPatchBody, call.body, gameHas('currencies'));
    if (!body.ok) return invalid(body.errors);
    const columns = changedColumns(
      { ...body.value, data: body.value.currency_data },
      call.display.dollarsPerEuro,
    );
    return ok({ data: showStockOffer(await saveStockOffer(call, offer.id, columns), call.display) });
  }),
};
