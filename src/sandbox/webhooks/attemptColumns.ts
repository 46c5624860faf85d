import type { Updateable } from 'kysely';
import type { WebhookDeliveryTable } from '../storage/webhookTables';
import { backOff } from './backOff';
import type { Attempt } from './postWebhook';

/** What an attempt makes of a delivery: arrived on any 2xx, else tried again after a while, until it is given up. */
export function attemptColumns(
  attempt: Attempt,
  attemptsBefore: number,
  now: number,
): Updateable<WebhookDeliveryTable> {
  const attempts = attemptsBefore + 1;
  const seen = {
    attempts,
    last_status: attempt.kind === 'answered' ? attempt.status : null,
    last_error: attempt.kind === 'failed' ? attempt.reason : null,
    updated_at: Math.floor(now / 1_000),
  };
  if (attempt.kind === 'answered' && attempt.status >= 200 && attempt.status < 300) {
    return { ...seen, status: 'delivered', next_attempt_at: null };
  }
  const delay = backOff(attempts);
  return delay === undefined
    ? { ...seen, status: 'failed', next_attempt_at: null }
    : { ...seen, status: 'waiting', next_attempt_at: now + delay };
}
