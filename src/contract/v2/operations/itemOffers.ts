import { message } from '../../message';
import type { OperationContract } from '../../operation';
import { actionOf } from '../actionOf';
import { itemOffer } from '../itemOffer';
import { itemOfferCreate } from '../itemOfferCreate';
import { itemOfferPatch } from '../itemOfferPatch';
import { dataOf } from '../dataOf';
import { listOf } from '../listOf';
import { listParameters } from '../listParameters';
import { lists } from '../lists';
import { stockOfferTemplate } from '../stockOfferTemplate';

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
    answer: dataOf(itemOffer),
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
    answer: dataOf(itemOffer),
    refusals: [404],
  },
  patchItemOffer: {
    method: 'PATCH',
    path: '/v2/item-offers/{itemOffer}',
    summary: 'Change some fields of an item offer',
    source: 'observed',
    body: itemOfferPatch,
    status: 200,
    answer: dataOf(itemOffer),
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
