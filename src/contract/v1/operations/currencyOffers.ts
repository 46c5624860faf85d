import { z } from 'zod';
import type { OperationContract } from '../../operation';
import { currencyOffer } from '../currencyOffer';
import { currencyOfferCreate } from '../currencyOfferCreate';
import { currencyOfferUpdate } from '../currencyOfferUpdate';
import { currencyOrder } from '../currencyOrder';
import { envelope } from '../envelope';
import { pageOf } from '../pageOf';
import { pageParameters } from '../pageParameters';

const oneCurrencyOffer = envelope('currencyOffers', currencyOffer);

const action = (name: string, summary: string) =>
  ({
    method: 'PATCH',
    path: `/v1/currency-offers/{currencyOfferId}/actions/${name}`,
    summary,
    source: 'observed',
    status: 200,
    answer: z.object({ data: oneCurrencyOffer }),
    refusals: [403, 404, 422],
  }) as const;

/** Currency offers and their orders. */
export const currencyOperations = {
  listCurrencyOffers: {
    method: 'GET',
    path: '/v1/currency-offers',
    summary: 'List the currency offers',
    source: 'observed',
    query: pageParameters,
    status: 200,
    answer: pageOf(oneCurrencyOffer),
    refusals: [422],
  },
  createCurrencyOffer: {
    method: 'POST',
    path: '/v1/currency-offers',
    summary: 'Create a currency offer',
    source: 'observed',
    body: currencyOfferCreate,
    status: 201,
    answer: z.object({ data: oneCurrencyOffer }),
    refusals: [403, 422],
  },
  getCurrencyOffer: {
    method: 'GET',
    path: '/v1/currency-offers/{currencyOfferId}',
    summary: 'Get a currency offer',
    source: 'observed',
    status: 200,
    answer: z.object({ data: oneCurrencyOffer }),
    refusals: [404],
  },
  updateCurrencyOffer: {
    method: 'PATCH',
    path: '/v1/currency-offers/{currencyOfferId}',
    summary: 'Update a currency offer with all its fields',
    source: 'spec 4.6',
    body: currencyOfferUpdate,
    status: 200,
    answer: z.object({ data: oneCurrencyOffer }),
    refusals: [403, 404, 422],
  },
  markCurrencyOfferListed: action('list', 'Put a currency offer up for sale'),
  markCurrencyOfferUnlisted: action('unlist', 'Take a currency offer off sale'),
  markCurrencyOfferArchived: action('archive', 'Archive a currency offer'),
  markCurrencyOfferUnarchived: action('unarchive', 'Make an archived currency offer a draft'),
  completeCurrencyOrder: {
    method: 'PATCH',
    path: '/v1/currency-orders/{currencyOrderId}/actions/complete',
    summary: 'Report an order of currency as delivered',
    source: 'observed',
    status: 200,
    answer: z.object({ data: envelope('currencyOrders', currencyOrder) }),
    answerUnknown: true,
    refusals: [403, 404, 422],
  },
} as const satisfies Record<string, OperationContract>;
