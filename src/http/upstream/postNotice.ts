import { request } from 'undici';
import { type Notice, slackMessage, webhookMessage, type WebhookMessage } from '../../cutover/notices';

/** Most time for one attempt, ms. */
const DEADLINE = 5_000;

async function post(url: string, { body, headers }: WebhookMessage): Promise<boolean> {
  const answer = await request(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'user-agent': 'lifeboat', ...headers },
    signal: AbortSignal.timeout(DEADLINE),
  });
  await answer.body.dump();
  if (answer.statusCode >= 500) throw new Error(`the receiver answers ${answer.statusCode}`);
  return answer.statusCode >= 200 && answer.statusCode < 300;
}

/** Posts notices to a program, signed when there is a secret. Rejects when the receiver does not work. */
export const postToWebhook =
  (url: string, secret: string | undefined, now: () => number) =>
  (notice: Notice): Promise<boolean> =>
    post(url, webhookMessage(notice, secret, now()));

/** Posts notices to a chat that takes Slack's incoming webhooks. Rejects when the receiver does not work. */
export const postToSlack =
  (url: string) =>
  (notice: Notice): Promise<boolean> =>
    post(url, slackMessage(notice));
