import type { OperationContract } from '../../operation';
import { message } from '../../message';
import { accountOffer } from '../accountOffer';
import { accountOfferCreate } from '../accountOfferCreate';
import { accountOfferPatch } from '../accountOfferPatch';
import { accountOfferStockedCreate } from '../accountOfferStockedCreate';
import { accountOfferTemplate } from '../accountOfferTemplate';
import { actionOf } from '../actionOf';
import { dataOf } from '../dataOf';
import { listOf } from '../listOf';
import { listParameters } from '../listParameters';
import { lists } from '../lists';

const action = (name: string, summary: string) =>
  ({
    method: 'POST',
    path: `/v2/account-offers/{account}/${name}`,
    summary,
    source: 'observed',
    status: 200,
    answer: actionOf(accountOffer),
    refusals: [403, 404, 422],
  }) as const;

/** Account offers. */
export const accountOfferOperations = {
  listAccountOffers: {
    method: 'GET',
    path: '/v2/account-offers',
    summary: 'List the account offers',
    source: 'observed',
    query: listParameters(lists.accountOffers.sorts, lists.accountOffers.filters),
    status: 200,
    answer: listOf(accountOffer),
    refusals: [400, 422],
  },
  createAccountOffer: {
    method: 'POST',
    path: '/v2/account-offers',
    summary: 'Create an account offer with one login (deprecated)',
    source: 'spec 4.2',
    body: accountOfferCreate,
    status: 201,
    answer: dataOf(accountOffer),
    refusals: [403, 422],
  },
  createStockedAccountOffer: {
    method: 'POST',
    path: '/v2/account-offers/create',
    summary: 'Create an account offer with a stock of credentials',
    source: 'observed',
    body: accountOfferStockedCreate,
    status: 201,
    answer: dataOf(accountOffer),
    refusals: [403, 422],
  },
  getAccountOfferTemplate: {
    method: 'GET',
    path: '/v2/account-offers/templates/{game}',
    summary: 'Get what an account offer of a game needs',
    source: 'spec 4.3',
    status: 200,
    answer: accountOfferTemplate,
    refusals: [404],
  },
  getAccountOffer: {
    method: 'GET',
    path: '/v2/account-offers/{account}',
    summary: 'Get an account offer',
    source: 'observed',
    status: 200,
    answer: dataOf(accountOffer),
    refusals: [404],
  },
  patchAccountOffer: {
    method: 'PATCH',
    path: '/v2/account-offers/{account}',
    summary: 'Change some fields of an account offer',
    source: 'observed',
    body: accountOfferPatch,
    status: 200,
    answer: dataOf(accountOffer),
    refusals: [403, 404, 422],
  },
  deleteAccountOffer: {
    method: 'DELETE',
    path: '/v2/account-offers/{account}',
    summary: 'Delete an account offer that was never sold',
    source: 'observed',
    status: 200,
    answer: message,
    refusals: [403, 404, 422],
  },
  markAccountOfferListed: action('list', 'Put an account offer up for sale'),
  markAccountOfferDraft: action('draft', 'Take an account offer off sale'),
  duplicateAccountOffer: action('duplicate', 'Copy an account offer into a new draft'),
} as const satisfies Record<string, OperationContract>;
