import { createHmac } from 'node:crypto';

/** What is sent to a webhook. */
export interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A delivery with what it needs to be sent. */
export interface Outgoing {
  readonly url: string;
  readonly secret: string;
  readonly eventId: string;
  readonly topic: string;
  readonly body: string;
}

/**
 * The request of a delivery (observed): the hex HMAC-SHA256 of the raw body, with event id, topic and timestamp (Unix
 * seconds) beside it. The event id stays the same over all attempts, so that a receiver can tell repetitions.
 */
export function webhookRequest(
  { url, secret, eventId, topic, body }: Outgoing,
  now: number,
  userAgent: string,
): WebhookRequest {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return {
    url,
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': userAgent,
      signature,
      'x-marketplace-signature': signature,
      'x-marketplace-event-id': eventId,
      'x-marketplace-topic': topic,
      'x-marketplace-timestamp': String(Math.floor(now / 1_000)),
    },
  };
}
