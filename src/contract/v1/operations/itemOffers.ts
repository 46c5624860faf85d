import { z } from 'zod';
import type { OperationContract } from '../../operation';
import { envelope } from '../envelope';
import { itemOffer } from '../itemOffer';
import { pageOf } from '../pageOf';
import { pageParameters } from '../pageParameters';
import { itemOfferStatus, itemOfferStatusBulk } from '../statusChanges';

const oneItemOffer = envelope('itemOffers', itemOffer);

/** Item offers. */
export const itemOperations = {
  listItemOffers: {
    method: 'GET',
    path: '/v1/item-offers',
    summary: 'List the item offers',
    source: 'observed',
    query: pageParameters,
    status: 200,
    answer: pageOf(oneItemOffer),
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
