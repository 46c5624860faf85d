import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { message, type OperationContract } from '../../contract/operationContract';
import { listOf, listParameters, lists, resourceOf } from '../../contract/v2/envelopeV2';
import { webhook, WEBHOOK_EVENTS, webhookCreate, webhookPatch } from '../../contract/v2/webhooksV2';
import { type Handler, type HandlersOf, pathId, type SellerCall } from '../http/handler';
import { created, ok, sandboxProblems, type Reply } from '../http/reply';
import type { WebhookTable } from '../storage/orderTables';
import { answerList } from '../listing/answerList';
import { given } from '../values/columnValues';
import { checkBody, invalid } from '../http/checkBody';

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
    answer: resourceOf(webhook),
    refusals: [403, 422],
  },
  getWebhook: {
    method: 'GET',
    path: '/v2/webhooks/{webhook}',
    summary: 'Get a webhook',
    source: 'assumed',
    status: 200,
    answer: resourceOf(webhook),
    refusals: [404],
  },
  patchWebhook: {
    method: 'PATCH',
    path: '/v2/webhooks/{webhook}',
    summary: 'Change a webhook',
    source: 'assumed',
    body: webhookPatch,
    status: 200,
    answer: resourceOf(webhook),
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

/** Handles a call about one webhook of the caller, named by the path parameter `webhook`; else 404. */
const withWebhook =
  (handle: (call: SellerCall, webhook: Selectable<WebhookTable>) => Promise<Reply> | Reply): Handler =>
  async (call) => {
    const webhook = await call.db
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', pathId(call.parameters.webhook) ?? 0)
      .where('seller_id', '=', call.sellerId)
      .executeTakeFirst();
    return webhook === undefined ? sandboxProblems.notFound : handle(call, webhook);
  };

/** Webhook configuration on v2. */
export const webhookHandlers: HandlersOf<typeof webhookOperations> = {
  listWebhooks: (call) =>
    answerList(call, { table: 'webhook', sorts: lists.webhooks.sorts, filters: {} }, (rows) =>
      rows.map(showWebhook),
    ),
  createWebhook: async ({ db, now, sellerId, body: text }) => {
    const body = checkBody(webhookCreate, text);
    if (!body.ok) return invalid(body.errors);
    const { url, events, is_active, secret } = body.value;
    const webhook = await db
      .insertInto('webhook')
      .values({
        seller_id: sellerId,
        url,
        secret: secret ?? randomBytes(24).toString('base64url'),
        events: JSON.stringify(events ?? WEBHOOK_EVENTS),
        is_active: is_active === false ? 0 : 1,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return created({ data: showWebhook(webhook) });
  },
  getWebhook: withWebhook((_call, webhook) => ok({ data: showWebhook(webhook) })),
  patchWebhook: withWebhook(async ({ db, now, body: text }, webhook) => {
    const body = checkBody(webhookPatch, text);
    if (!body.ok) return invalid(body.errors);
    const { url, events, is_active, secret } = body.value;
    const columns = given({
      url,
      secret,
      events: events === undefined ? undefined : JSON.stringify(events),
      is_active: is_active === undefined ? undefined : Number(is_active),
    });
    const changed = await db
      .updateTable('webhook')
      .set({ ...columns, updated_at: now })
      .where('id', '=', webhook.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return ok({ data: showWebhook(changed) });
  }),
  deleteWebhook: withWebhook(async ({ db }, webhook) => {
    await db.deleteFrom('webhook').where('id', '=', webhook.id).execute();
    return ok({ message: 'The webhook has been deleted.' });
  }),
};

const showWebhook = ({
  id,
  url,
  events,
  is_active,
  secret,
  created_at,
  updated_at,
}: Selectable<WebhookTable>) => ({
  id,
  url,
  events: JSON.parse(events) as readonly string[],
  is_active: is_active === 1,
  secret,
  created_at,
  updated_at,
});
