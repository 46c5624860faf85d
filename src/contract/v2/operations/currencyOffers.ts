import type { OperationContract } from '../../operation';
import { actionOf } from '../actionOf';
import { currencyOffer } from '../currencyOffer';
import { currencyOfferCreate } from '../currencyOfferCreate';
import { currencyOfferPatch } from '../currencyOfferPatch';
import { dataOf } from '../dataOf';
import { listOf } from '../listOf';
import { listParameters } from '../listParameters';
import { lists } from '../lists';
import { stockOfferTemplate } from '../stockOfferTemplate';

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
    answer: dataOf(currencyOffer),
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
    answer: dataOf(currencyOffer),
    refusals: [404],
  },
  patchCurrencyOffer: {
    method: 'PATCH',
    path: '/v2/currency-offers/{currencyOffer}',
    summary: 'Change some fields of a currency offer',
    source: 'observed',
    body: currencyOfferPatch,
    status: 200,
    answer: dataOf(currencyOffer),
    refusals: [403, 404, 422],
  },
  markCurrencyOfferListed: action('list', 'Put a currency offer up for sale', 'observed'),
  markCurrencyOfferDraft: action('draft', 'Take a currency offer off sale', 'observed'),
  markCurrencyOfferArchived: action('archive', 'Archive a currency offer', 'spec 4.7'),
} as const satisfies Record<string, OperationContract>;
