import { message, type OperationContract } from '../../contract/operationContract';
import {
  accountOffer,
  accountOfferCreate,
  accountOfferStockedCreate,
  accountOfferTemplate,
  accountOfferPatch,
} from '../../contract/v2/accountOffersV2';
import {
  credential,
  credentialsAdd,
  credentialsAdded,
  credentialsBulkDelete,
  credentialsDeleted,
  credentialPatch,
} from '../../contract/v2/credentialsV2';
import { listParameters, lists, listOf, resourceOf } from '../../contract/v2/envelopeV2';
import { actionOf } from '../../contract/v2/offerPartsV2';

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
    answer: resourceOf(accountOffer),
    refusals: [403, 422],
  },
  createStockedAccountOffer: {
    method: 'POST',
    path: '/v2/account-offers/create',
    summary: 'Create an account offer with a stock of credentials',
    source: 'observed',
    body: accountOfferStockedCreate,
    status: 201,
    answer: resourceOf(accountOffer),
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
    answer: resourceOf(accountOffer),
    refusals: [404],
  },
  patchAccountOffer: {
    method: 'PATCH',
    path: '/v2/account-offers/{account}',
    summary: 'Change some fields of an account offer',
    source: 'observed',
    body: accountOfferPatch,
    status: 200,
    answer: resourceOf(accountOffer),
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

/** The stock of credentials of a non-legacy account offer. */
export const credentialOperations = {
  listCredentials: {
    method: 'GET',
    path: '/v2/account-offers/{account}/credentials',
    summary: 'List the credentials of an account offer',
    source: 'observed',
    query: listParameters(lists.credentials.sorts, lists.credentials.filters),
    status: 200,
    answer: listOf(credential),
    refusals: [400, 404, 422],
  },
  addCredentials: {
    method: 'POST',
    path: '/v2/account-offers/{account}/credentials',
    summary: 'Add credentials to an account offer',
    source: 'observed',
    body: credentialsAdd,
    status: 201,
    answer: credentialsAdded,
    refusals: [403, 404, 422],
  },
  deleteCredentials: {
    method: 'POST',
    path: '/v2/account-offers/{account}/credentials/bulk-delete',
    summary: 'Delete several credentials; sold ones are skipped',
    source: 'observed',
    body: credentialsBulkDelete,
    status: 200,
    answer: credentialsDeleted,
    refusals: [403, 404, 422],
  },
  patchCredential: {
    method: 'PATCH',
    path: '/v2/account-offers/{account}/credentials/{credential}',
    summary: 'Change a credential that is not sold',
    source: 'observed',
    body: credentialPatch,
    status: 200,
    answer: resourceOf(credential),
    refusals: [403, 404, 422],
  },
  deleteCredential: {
    method: 'DELETE',
    path: '/v2/account-offers/{account}/credentials/{credential}',
    summary: 'Delete a credential that is not sold',
    source: 'spec 4.4',
    status: 200,
    answer: message,
    refusals: [403, 404, 422],
  },
} as const satisfies Record<string, OperationContract>;
