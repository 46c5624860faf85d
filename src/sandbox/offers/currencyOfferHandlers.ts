import type { OperationContract } from '../../contract/operationContract';
import { actionOf, stockOfferTemplate } from '../../contract/v2/offerPartsV2';
import { currencyOffer, currencyOfferCreate, currencyOfferPatch } from '../../contract/v2/currencyOffersV2';
import { listOf, listParameters, lists, resourceOf } from '../../contract/v2/envelopeV2';
import { gameHas, gameRequired } from '../games/gameRules';
import type { HandlersOf } from '../http/handler';
import { created, ok } from '../http/reply';
import { checkBody, invalid } from '../http/checkBody';
import { changedColumns, currencyPatchBody } from './stockOfferBodies';
import { createCurrencyOffer, saveStockOffer, withStockOffer } from './stockOfferStore';
import { sharedHandlers, showStockOffer, templateOf } from './stockOfferHandlers';

const action = (name: string, summary: string, source: OperationContract['source']) =>
  ({
    method: 'POST',
    path: `/v2/currency-offers/{currencyOffer}/${name}`,
    summary,
    source,
    status: 200,
    answer: actionOf(currencyOffer),
    refusals: [403, 404, 422],
  }) as const;

/** Currency offers. */
export const currencyOfferOperations = {
  listCurrencyOffers: {
    method: 'GET',
    path: '/v2/currency-offers',
    summary: 'List the currency offers',
    source: 'observed',
    query: listParameters(lists.stockOffers.sorts, lists.stockOffers.filters),
    status: 200,
    answer: listOf(currencyOffer),
    refusals: [400, 422],
  },
  createCurrencyOffer: {
    method: 'POST',
    path: '/v2/currency-offers',
    summary: 'Create a currency offer',
    source: 'observed',
    body: currencyOfferCreate,
    status: 201,
    answer: resourceOf(currencyOffer),
    refusals: [403, 422],
  },
  getCurrencyOfferTemplate: {
    method: 'GET',
    path: '/v2/currency-offers/templates/{game}',
    summary: 'Get what a currency offer of a game needs',
    source: 'observed',
    status: 200,
    answer: stockOfferTemplate,
    refusals: [404],
  },
  getCurrencyOffer: {
    method: 'GET',
    path: '/v2/currency-offers/{currencyOffer}',
    summary: 'Get a currency offer',
    source: 'observed',
    status: 200,
    answer: resourceOf(currencyOffer),
    refusals: [404],
  },
  patchCurrencyOffer: {
    method: 'PATCH',
    path: '/v2/currency-offers/{currencyOffer}',
    summary: 'Change some fields of a currency offer',
    source: 'observed',
    body: currencyOfferPatch,
    status: 200,
    answer: resourceOf(currencyOffer),
    refusals: [403, 404, 422],
  },
  markCurrencyOfferListed: action('list', 'Put a currency offer up for sale', 'observed'),
  markCurrencyOfferDraft: action('draft', 'Take a currency offer off sale', 'observed'),
  markCurrencyOfferArchived: action('archive', 'Archive a currency offer', 'spec 4.7'),
} as const satisfies Record<string, OperationContract>;

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
