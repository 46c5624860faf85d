import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { lists } from '../../contract/v2/lists';
import type { webhookOperations } from '../../contract/v2/operations/webhooks';
import { WEBHOOK_EVENTS, webhookCreate, webhookPatch } from '../../contract/v2/webhooks';
import type { HandlersOf } from '../http/handler';
import { created, ok } from '../http/reply';
import { listPage } from '../listing/listPage';
import { given } from '../storage/given';
import type { WebhookTable } from '../storage/webhookTables';
import { checkBody } from '../validation/checkBody';
import { invalid } from '../validation/invalid';
import { withWebhook } from './withWebhook';

/** Webhook configuration on v2. */
export const webhookHandlers: HandlersOf<typeof webhookOperations> = {
  listWebhooks: (call) =>
    listPage(call, { table: 'webhook', sorts: lists.webhooks.sorts, filters: {} }, (rows) =>
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
