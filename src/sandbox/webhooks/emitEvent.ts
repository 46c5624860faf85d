import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Call } from '../http/call';
import type { Topic } from './topic';

/**
 * Notes that something happened, and a delivery for each active webhook of the seller that listens to it. Being in the
 * caller's transaction, an event is told of if and only if it happened.
 */
export async function emitEvent(
  { db, now, sellerId }: Pick<Call, 'db' | 'now' | 'sellerId'>,
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
