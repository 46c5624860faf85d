import type { OperationContract } from '../../operation';
import { dataOf } from '../dataOf';
import { balance, payment, payout } from '../finance';
import { listOf } from '../listOf';
import { listParameters } from '../listParameters';
import { lists } from '../lists';

/** Money earned and paid out. */
export const financeOperations = {
  listPayments: {
    method: 'GET',
    path: '/v2/payments',
    summary: 'List the payments',
    source: 'observed',
    query: listParameters(lists.payments.sorts, lists.payments.filters),
    status: 200,
    answer: listOf(payment),
    refusals: [400, 422],
  },
  getBalance: {
    method: 'GET',
    path: '/v2/payments/balance',
    summary: 'Get the balance',
    source: 'observed',
    status: 200,
    answer: dataOf(balance),
    refusals: [],
  },
  getPayment: {
    method: 'GET',
    path: '/v2/payments/{payment}',
    summary: 'Get a payment',
    source: 'assumed',
    status: 200,
    answer: dataOf(payment),
    refusals: [404],
  },
  listPayouts: {
    method: 'GET',
    path: '/v2/payouts',
    summary: 'List the payouts',
    source: 'observed',
    query: listParameters(lists.payouts.sorts, lists.payouts.filters),
    status: 200,
    answer: listOf(payout),
    refusals: [400, 422],
  },
  getPayout: {
    method: 'GET',
    path: '/v2/payouts/{payout}',
    summary: 'Get a payout',
    source: 'assumed',
    status: 200,
    answer: dataOf(payout),
    refusals: [404],
  },
} as const satisfies Record<string, OperationContract>;
