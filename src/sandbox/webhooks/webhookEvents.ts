import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { WEBHOOK_EVENTS } from '../../contract/v2/webhooksV2';
import type { SellerCall } from '../http/handler';
import type { Tables } from '../storage/sandboxTables';
import type { MarketClock } from '../sandboxOptions';

/** The name of an event kind (observed). */
type Topic = (typeof WEBHOOK_EVENTS)[number];

/**
 * Stores an event, and a delivery for each active webhook of the seller that listens to it. In the
 * caller's transaction this makes sure that an event is delivered if and only if it happened.
 */
export async function emitEvent(
  { db, now, sellerId }: Pick<SellerCall, 'db' | 'now' | 'sellerId'>,
  topic: Topic,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> {
  const webhooks = await db
    .selectFrom('webhook')
    .select(['id', 'events'])
    .where('seller_id', '=', sellerId)
    .where('is_active', '=', 1)
    .execute();
  const listening = webhooks.filter(({ events }) => names.parse(JSON.parse(events)).includes(topic));
  if (listening.length === 0) return;
  const id = randomUUID();
  const body = JSON.stringify({ event: topic, payload });
  await db
    .insertInto('webhook_event')
    .values({ id, seller_id: sellerId, topic, body, created_at: now })
    .execute();
  await db
    .insertInto('webhook_delivery')
    .values(
      listening.map((webhook) => ({
        seller_id: sellerId,
        webhook_id: webhook.id,
        event_id: id,
        status: 'waiting' as const,
        attempts: 0,
        next_attempt_at: now * 1_000,
        last_status: null,
        last_error: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
}

const names = z.array(z.string());

/** The latest deliveries, newest first, with their results. */
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

/** Makes a delivery due again, whatever its result, with its event id; false if there is no such delivery. */
export async function replayDelivery(db: Kysely<Tables>, id: number, clock: MarketClock): Promise<boolean> {
  const now = clock.now();
  const { numUpdatedRows } = await db
    .updateTable('webhook_delivery')
    .set({ status: 'waiting', attempts: 0, next_attempt_at: now, updated_at: Math.floor(now / 1_000) })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
