import { createHmac } from 'node:crypto';
import { request } from 'undici';

/** A request to a webhook. */
interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A delivery with what it needs to be sent. */
interface Outgoing {
  readonly url: string;
  readonly secret: string;
  readonly eventId: string;
  readonly topic: string;
  readonly body: string;
}

/**
 * The request of a delivery (observed): the hex HMAC-SHA256 of the raw body, with event id, topic and timestamp (Unix
 * seconds) in headers. The event id stays the same over all attempts, so that a receiver can recognize repetitions.
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

/** The result of one attempt: the status of the answer, or the reason why there was none. */
export type Attempt =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly reason: string };

/** Longest wait for a receiver, in milliseconds. */
const PATIENCE = 5_000;

/** Sends one delivery; never throws. */
export async function postWebhook({ url, headers, body }: WebhookRequest): Promise<Attempt> {
  try {
    const answer = await request(url, {
      method: 'POST',
      headers,
      body,
      headersTimeout: PATIENCE,
      bodyTimeout: PATIENCE,
      signal: AbortSignal.timeout(PATIENCE),
    });
    await answer.body.dump();
    return { kind: 'answered', status: answer.statusCode };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

/** A code such as ECONNREFUSED: messages may hold addresses. */
function reasonOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'name' in error && typeof error.name === 'string' ? error.name : 'unknown';
}
