import { z } from 'zod';
import { message } from '../../message';
import type { OperationContract, QueryParameter } from '../../operation';
import { account } from '../account';
import { accountCreate } from '../accountCreate';
import { accountTemplate } from '../accountTemplate';
import { envelope } from '../envelope';
import { pageOf } from '../pageOf';
import { pageParameters } from '../pageParameters';
import { accountStatus, accountStatusBulk } from '../statusChanges';

const oneAccount = envelope('accounts', account);

const withData: QueryParameter = {
  name: 'with_data',
  description: 'Whether to fill `data`: 1, 0, true or false; it is null unless told.',
  type: 'boolean',
};

/** Accounts. */
export const accountOperations = {
  listAccounts: {
    method: 'GET',
    path: '/v1/accounts',
    summary: 'List the accounts',
    source: 'spec 4.9',
    query: [withData, ...pageParameters],
    status: 200,
    answer: pageOf(oneAccount),
    refusals: [422],
  },
  createAccount: {
    method: 'POST',
    path: '/v1/accounts',
    summary: 'Create an account',
    source: 'observed',
    body: accountCreate,
    status: 201,
    answer: z.object({ data: oneAccount }),
    refusals: [403, 422],
  },
  getAccountTemplate: {
    method: 'GET',
    path: '/v1/accounts/template/{slug}',
    summary: 'Get what an account of a game needs; an unknown slug answers the games that exist',
    source: 'observed',
    open: true,
    status: 200,
    answer: accountTemplate,
    refusals: [404],
  },
  getAccountByLogin: {
    method: 'GET',
    path: '/v1/accounts/by-login/{accountLogin}',
    summary: 'Get an account by its login',
    source: 'spec 4.8',
    status: 200,
    answer: z.object({ data: oneAccount }),
    refusals: [404],
  },
  changeAccountStatuses: {
    method: 'PATCH',
    path: '/v1/accounts/status/bulk',
    summary: 'List or draft several accounts',
    source: 'observed',
    body: accountStatusBulk,
    status: 200,
    answer: z.object({ message: z.string(), data: z.array(oneAccount) }),
    refusals: [403, 422],
  },
  getAccount: {
    method: 'GET',
    path: '/v1/accounts/{account}',
    summary: 'Get an account',
    source: 'observed',
    query: [withData],
    status: 200,
    answer: z.object({ data: oneAccount }),
    refusals: [404],
  },
  deleteAccount: {
    method: 'DELETE',
    path: '/v1/accounts/{account}',
    summary: 'Delete an account that was never sold',
    source: 'observed',
    status: 200,
    answer: message,
    refusals: [403, 404, 422],
  },
  changeAccountStatus: {
    method: 'PATCH',
    path: '/v1/accounts/{account}/status',
    summary: 'List or draft an account',
    source: 'observed',
    body: accountStatus,
    status: 200,
    answer: z.object({ data: oneAccount }),
    refusals: [403, 404, 422],
  },
} as const satisfies Record<string, OperationContract>;
