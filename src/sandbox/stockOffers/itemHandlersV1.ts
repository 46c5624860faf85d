import type { itemOperations } from '../../contract/v1/operations/itemOffers';
import { itemOfferStatus, itemOfferStatusBulk } from '../../contract/v1/statusChanges';
import type { HandlersOf } from '../http/handler';
import { ok } from '../http/reply';
import { listPageV1 } from '../listing/listPageV1';
import { ACTION_FOR } from '../offers/actionFor';
import { moveMany } from '../offers/moveMany';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import { findStockOffer } from './findStockOffer';
import { moveStockOffer } from './moveStockOffer';
import { showStockOfferV1 } from './showStockOfferV1';
import { stockOfferListV1 } from './stockOfferListV1';
import { withStockOffer } from './withStockOffer';

const KIND = 'item';

/** Item offers on v1. */
export const itemHandlersV1: HandlersOf<typeof itemOperations> = {
  listItemOffers: (call) =>
    listPageV1(call, stockOfferListV1(KIND), (row) => showStockOfferV1(row, call.display.shape)),
  getItemOffer: withStockOffer(KIND, 'itemOffer', (call, offer) =>
    ok({ data: showStockOfferV1(offer, call.display.shape) }),
  ),
  changeItemOfferStatus: withStockOffer(KIND, 'itemOffer', async (call, offer) => {
    const body = checkBody(itemOfferStatus, call.body);
    if (!body.ok) return invalid(body.errors);
    const moved = await moveStockOffer(call, offer, ACTION_FOR[body.value.status]);
    return moved.ok ? ok({ data: showStockOfferV1(moved.offer, call.display.shape) }) : moved.reply;
  }),
  changeItemOfferStatuses: async (call) => {
    const body = checkBody(itemOfferStatusBulk, call.body);
    if (!body.ok) return invalid(body.errors);
    return moveMany(body.value.itemOffers, {
      field: 'itemOffers',
      find: (id) => findStockOffer(call, KIND, id),
      move: (offer) => moveStockOffer(call, offer, ACTION_FOR[body.value.status]),
      show: (offer) => showStockOfferV1(offer, call.display.shape),
    });
  },
};
