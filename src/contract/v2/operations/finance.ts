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
} as const satisfies Record<string, OperationContract>;
