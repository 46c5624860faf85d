import { z } from 'zod';
import { currencyOfferV1 } from './currencyOffersV1';
import type { OperationContract } from '../operationContract';
import { envelope, itemOfferStatus, itemOfferStatusBulk, listOfV1, pageParameters } from './envelopeV1';

/** The attributes of a v1 item offer: as a currency offer, without its unit (assumed). */
export const itemOfferV1 = currencyOfferV1.omit({ currency_unit: true });

const oneItemOffer = envelope('itemOffers', itemOfferV1);

/** Item offers. */
export const itemOperations = {
  listItemOffers: {
    method: 'GET',
    path: '/v1/item-offers',
    summary: 'List the item offers',
    source: 'observed',
    query: pageParameters,
    status: 200,
    answer: listOfV1(oneItemOffer),
    refusals: [422],
  },
  changeItemOfferStatuses: {
    method: 'PATCH',
    path: '/v1/item-offers/status/bulk',
    summary: 'List, draft or archive several item offers',
    source: 'observed',
    body: itemOfferStatusBulk,
    status: 200,
    answer: z.object({ message: z.string(), data: z.array(oneItemOffer) }),
    refusals: [403, 422],
  },
  getItemOffer: {
    method: 'GET',
    path: '/v1/item-offers/{itemOffer}',
    summary: 'Get an item offer',
    source: 'observed',
    status: 200,
    answer: z.object({ data: oneItemOffer }),
    refusals: [404],
  },
  changeItemOfferStatus: {
    method: 'PATCH',
    path: '/v1/item-offers/{itemOffer}/status',
    summary: 'List, draft or archive an item offer',
    source: 'observed',
    body: itemOfferStatus,
    status: 200,
    answer: z.object({ data: oneItemOffer }),
    refusals: [403, 404, 422],
  },
} as const satisfies Record<string, OperationContract>;
