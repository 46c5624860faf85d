import type { Selectable } from 'kysely';
import type { Call } from '../http/call';
import type { Handler } from '../http/handler';
import { pathId } from '../http/pathId';
import { problems } from '../http/problems';
import type { Reply } from '../http/reply';
import type { WebhookTable } from '../storage/webhookTables';

/** Handles a call about one webhook of the caller, named by the path parameter `webhook`; else 404. */
export const withWebhook =
  (handle: (call: Call, webhook: Selectable<WebhookTable>) => Promise<Reply> | Reply): Handler =>
  async (call) => {
    const webhook = await call.db
      .selectFrom('webhook')
      .selectAll()
      .where('id', '=', pathId(call.parameters.webhook) ?? 0)
      .where('seller_id', '=', call.sellerId)
      .executeTakeFirst();
    return webhook === undefined ? problems.notFound : handle(call, webhook);
  };
