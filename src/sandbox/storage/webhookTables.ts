import type { Generated } from 'kysely';

/** Where a seller wants to hear of events. */
export interface WebhookTable {
  id: Generated<number>;
  seller_id: number;
  url: string;
  secret: string;
  /** JSON list of event names. */
  events: string;
  is_active: number;
  created_at: number;
  updated_at: number;
}

/** Something that happened, with the body that tells of it. */
export interface WebhookEventTable {
  id: string;
  seller_id: number;
  topic: string;
  /** The JSON text that is sent and signed. */
  body: string;
  created_at: number;
}

/** An event on its way to one webhook: kept until it has arrived or was given up. */
export interface WebhookDeliveryTable {
  id: Generated<number>;
  seller_id: number;
  webhook_id: number;
  event_id: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** Unix milliseconds of the next attempt; null when there is none. */
  next_attempt_at: number | null;
  /** Status of the last answer; null when none came. */
  last_status: number | null;
  last_error: string | null;
  created_at: number;
  updated_at: number;
}
