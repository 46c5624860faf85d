import { message } from '../../message';
import type { OperationContract } from '../../operation';
import { credential } from '../credential';
import {
  credentialPatch,
  credentialsAdd,
  credentialsAdded,
  credentialsBulkDelete,
  credentialsDeleted,
} from '../credentialRequests';
import { dataOf } from '../dataOf';
import { listOf } from '../listOf';
import { listParameters } from '../listParameters';
import { lists } from '../lists';

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
    answer: dataOf(credential),
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
