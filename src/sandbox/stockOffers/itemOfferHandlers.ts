import { itemOfferCreate } from '../../contract/v2/itemOfferCreate';
import { itemOfferPatch } from '../../contract/v2/itemOfferPatch';
import type { itemOfferOperations } from '../../contract/v2/operations/itemOffers';
import { gameHas, gameRequired, requiredGame } from '../games/gameRules';
import type { HandlersOf } from '../http/handler';
import { created, ok } from '../http/reply';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import { changedColumns } from './changedColumns';
import { insertStockOffer } from './insertStockOffer';
import { saveStockOffer } from './saveStockOffer';
import { showStockOffer } from './showStockOffer';
import { sharedHandlers, templateOf } from './sharedHandlers';
import { withStockOffer } from './withStockOffer';

const KIND = 'item';
const shared = sharedHandlers(KIND, 'itemOffer', showStockOffer);

/** Item offers on v2. */
export const itemOfferHandlers: HandlersOf<typeof itemOfferOperations> = {
  listItemOffers: shared.list,
  getItemOffer: shared.get,
  getItemOfferTemplate: templateOf(KIND, 'items'),
  deleteItemOffer: shared.remove,
  markItemOfferListed: shared.move('list'),
  markItemOfferDraft: shared.move('draft'),
  markItemOfferArchived: shared.move('archive'),
  createItemOffer: async (call) => {
    const body = checkBody(itemOfferCreate, call.body, gameRequired, gameHas('items'));
    if (!body.ok) return invalid(body.errors);
    const { item_data: data, title } = body.value;
    const columns = changedColumns({ ...body.value, data }, call.display.dollarsPerEuro);
    const given = { ...columns, kind: KIND, game_id: requiredGame(body.value).id, title } as const;
    return created({ data: showStockOffer(await insertStockOffer(call, given), call.display) });
  },
  patchItemOffer: withStockOffer(KIND, 'itemOffer', async (call, offer) => {
    const body = checkBody(itemOfferPatch, call.body, gameHas('items'));
    if (!body.ok) return invalid(body.errors);
    const columns = changedColumns(
      { ...body.value, data: body.value.item_data },
      call.display.dollarsPerEuro,
    );
    return ok({ data: showStockOffer(await saveStockOffer(call, offer.id, columns), call.display) });
  }),
};
