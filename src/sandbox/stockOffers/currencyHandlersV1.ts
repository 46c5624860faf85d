import type { currencyOperations } from '../../contract/v1/operations/currencyOffers';
import { gameHas } from '../games/gameRules';
import type { Handler, HandlersOf } from '../http/handler';
import { created, ok } from '../http/reply';
import { listPageV1 } from '../listing/listPageV1';
import type { Action } from '../offers/action';
import { completeOrderV1 } from '../orders/completeOrderV1';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import { changedColumns } from './changedColumns';
import { createCurrencyOffer } from './createCurrencyOffer';
import { moveStockOffer } from './moveStockOffer';
import { saveStockOffer } from './saveStockOffer';
import { showStockOfferV1 } from './showStockOfferV1';
import { currencyUpdateBody } from './stockOfferBodies';
import { stockOfferListV1 } from './stockOfferListV1';
import { withStockOffer } from './withStockOffer';

const KIND = 'currency';
const ID = 'currencyOfferId';

/** Currency offers and orders on v1. */
export const currencyHandlersV1: HandlersOf<typeof currencyOperations> = {
  listCurrencyOffers: (call) =>
    listPageV1(call, stockOfferListV1(KIND), (row) => showStockOfferV1(row, call.display.shape)),
  createCurrencyOffer: async (call) => {
    const body = checkBody(currencyUpdateBody, call.body, gameHas('currencies'));
    if (!body.ok) return invalid(body.errors);
    const offer = await createCurrencyOffer(call, { ...body.value, data: body.value.currency_data });
    return created({ data: showStockOfferV1(offer, call.display.shape) });
  },
  getCurrencyOffer: withStockOffer(KIND, ID, (call, offer) =>
    ok({ data: showStockOfferV1(offer, call.display.shape) }),
  ),
  updateCurrencyOffer: withStockOffer(KIND, ID, async (call, offer) => {
    const body = checkBody(currencyUpdateBody, call.body, gameHas('currencies'));
    if (!body.ok) return invalid(body.errors);
    const columns = changedColumns(
      { ...body.value, data: body.value.currency_data },
      call.display.dollarsPerEuro,
    );
    return ok({ data: showStockOfferV1(await saveStockOffer(call, offer.id, columns), call.display.shape) });
  }),
  markCurrencyOfferListed: move('list'),
  markCurrencyOfferUnlisted: move('draft'),
  markCurrencyOfferArchived: move('archive'),
  markCurrencyOfferUnarchived: move('draft'),
  completeCurrencyOrder: completeOrderV1,
};

function move(action: Action): Handler {
  return withStockOffer(KIND, ID, async (call, offer) => {
    const moved = await moveStockOffer(call, offer, action);
    return moved.ok ? ok({ data: showStockOfferV1(moved.offer, call.display.shape) }) : moved.reply;
  });
}
