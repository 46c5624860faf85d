import { message } from '../../message';
import type { OperationContract } from '../../operation';
import { dataOf } from '../dataOf';
import { listOf } from '../listOf';
import { listParameters } from '../listParameters';
import { lists } from '../lists';
import { webhook, webhookCreate, webhookPatch } from '../webhooks';

/** Webhook configuration: the specification names it without paths (spec 4.9). */
export const webhookOperations = {
  listWebhooks: {
    method: 'GET',
    path: '/v2/webhooks',
    summary: 'List the webhooks',
    source: 'assumed',
    query: listParameters(lists.webhooks.sorts, lists.webhooks.filters),
    status: 200,
    answer: listOf(webhook),
    refusals: [400, 422],
  },
  createWebhook: {
    method: 'POST',
    path: '/v2/webhooks',
    summary: 'Configure a webhook',
    source: 'assumed',
    body: webhookCreate,
    status: 201,
    answer: dataOf(webhook),
    refusals: [403, 422],
  },
  getWebhook: {
    method: 'GET',
    path: '/v2/webhooks/{webhook}',
    summary: 'Get a webhook',
    source: 'assumed',
    status: 200,
    answer: dataOf(webhook),
    refusals: [404],
  },
  patchWebhook: {
    method: 'PATCH',
    path: '/v2/webhooks/{webhook}',
    summary: 'Change a webhook',
    source: 'assumed',
    body: webhookPatch,
    status: 200,
    answer: dataOf(webhook),
    refusals: [403, 404, 422],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/v2/webhooks/{webhook}',
    summary: 'Delete a webhook',
    source: 'assumed',
    status: 200,
    answer: message,
    refusals: [403, 404],
  },
} as const satisfies Record<string, OperationContract>;
