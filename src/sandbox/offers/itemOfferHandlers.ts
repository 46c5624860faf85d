import { message, type OperationContract } from '../../contract/operationContract';
import { actionOf, stockOfferTemplate } from '../../contract/v2/offerPartsV2';
import { itemOffer, itemOfferCreate, itemOfferPatch } from '../../contract/v2/itemOffersV2';
import { listOf, listParameters, lists, resourceOf } from '../../contract/v2/envelopeV2';
import { gameHas, gameRequired, requiredGame } from '../games/gameRules';
import type { HandlersOf } from '../http/handler';
import { created, ok } from '../http/reply';
import { checkBody, invalid } from '../http/checkBody';
import { changedColumns } from './stockOfferBodies';
import { insertStockOffer, saveStockOffer, withStockOffer } from './stockOfferStore';
import { sharedHandlers, showStockOffer, templateOf } from './stockOfferHandlers';

const action = (name: string, summary: string) =>
  ({
    method: 'POST',
    path: `/v2/item-offers/{itemOffer}/${name}`,
    summary,
    source: 'observed',
    status: 200,
    answer: actionOf(itemOffer),
    refusals: [403, 404, 422],
  }) as const;

/** Item offers. */
export const itemOfferOperations = {
  listItemOffers: {
    method: 'GET',
    path: '/v2/item-offers',
    summary: 'List the item offers',
    source: 'observed',
    query: listParameters(lists.stockOffers.sorts, lists.stockOffers.filters),
    status: 200,
    answer: listOf(itemOffer),
    refusals: [400, 422],
  },
  createItemOffer: {
    method: 'POST',
    path: '/v2/item-offers',
    summary: 'Create an item offer',
    source: 'observed',
    body: itemOfferCreate,
    status: 201,
    answer: resourceOf(itemOffer),
    refusals: [403, 422],
  },
  getItemOfferTemplate: {
    method: 'GET',
    path: '/v2/item-offers/templates/{game}',
    summary: 'Get what an item offer of a game needs',
    source: 'observed',
    status: 200,
    answer: stockOfferTemplate,
    refusals: [404],
  },
  getItemOffer: {
    method: 'GET',
    path: '/v2/item-offers/{itemOffer}',
    summary: 'Get an item offer',
    source: 'observed',
    status: 200,
    answer: resourceOf(itemOffer),
    refusals: [404],
  },
  patchItemOffer: {
    method: 'PATCH',
    path: '/v2/item-offers/{itemOffer}',
    summary: 'Change some fields of an item offer',
    source: 'observed',
    body: itemOfferPatch,
    status: 200,
    answer: resourceOf(itemOffer),
    refusals: [403, 404, 422],
  },
  deleteItemOffer: {
    method: 'DELETE',
    path: '/v2/item-offers/{itemOffer}',
    summary: 'Delete an item offer that was never sold',
    source: 'assumed',
    status: 200,
    answer: message,
    refusals: [403, 404, 422],
  },
  markItemOfferListed: action('list', 'Put an item offer up for sale'),
  markItemOfferDraft: action('draft', 'Take an item offer off sale'),
  markItemOfferArchived: action('archive', 'Archive an item offer'),
} as const satisfies Record<string, OperationContract>;

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
