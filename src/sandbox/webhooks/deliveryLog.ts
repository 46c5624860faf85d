import type { Kysely } from 'kysely';
import type { Tables } from '../storage/tables';

/** The latest deliveries, newest first, with what became of them. */
export async function deliveryLog(db: Kysely<Tables>, limit: number) {
  return db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook', 'webhook.id', 'delivery.webhook_id')
    .innerJoin('webhook_event as event', 'event.id', 'delivery.event_id')
    .select(['delivery.id', 'delivery.seller_id', 'delivery.status', 'delivery.attempts'])
    .select(['delivery.next_attempt_at', 'delivery.last_status', 'delivery.last_error'])
    .select(['delivery.created_at', 'delivery.updated_at'])
    .select(['event.id as event_id', 'event.topic', 'webhook.url'])
    .orderBy('delivery.id', 'desc')
    .limit(limit)
    .execute();
}
