import { createHmac } from 'node:crypto';
import type { Notice } from './notice';

/** A notice as it goes out to a web address. */
export interface WebhookMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A notice for a program: its id to tell repeats by, and, with a secret, a signature over time and body, so that neither
 * can be replaced: `v1=` and the hex HMAC-SHA256 of `timestamp.body`.
 */
export function webhookMessage(notice: Notice, secret: string | undefined, now: number): WebhookMessage {
  const body = JSON.stringify({ ...notice, at: new Date(notice.at).toISOString() });
  const timestamp = String(Math.floor(now / 1000));
  const id = { 'x-lifeboat-notice': encodeURIComponent(notice.id), 'x-lifeboat-timestamp': timestamp };
  if (secret === undefined) return { body, headers: id };
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { body, headers: { ...id, 'x-lifeboat-signature': `v1=${signature}` } };
}

/** A notice for a chat that takes Slack's incoming webhooks; `<`, `>` and `&` are escaped as they ask. */
export function slackMessage({ text }: Notice): WebhookMessage {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return { body: JSON.stringify({ text: `Lifeboat: ${escaped}` }), headers: {} };
}
