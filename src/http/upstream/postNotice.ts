import { request } from 'undici';
import {
  mailMessage,
  type Notice,
  type Send,
  slackMessage,
  webhookMessage,
  type WebhookMessage,
} from '../../cutover/notices';

/** Longest time (ms) for one attempt. */
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

/** A mail server, and the sender and receivers of notices. */
interface MailPlace {
  /** Address such as `smtps://USER:PASSWORD@HOST`. */
  readonly server: string;
  readonly from: string;
  readonly to: string;
}

/** True for an answer in which a mail server refuses for good (RFC 5321 4.2.1). */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;

/** Mails notices by SMTP. Rejects when the server does not work; a password is only sent over TLS. */
export function mailNotices({ server, from, to }: MailPlace): Send {
  const requireTLS = new URL(server).username !== '';
  return async (notice) => {
    const { createTransport } = await import('nodemailer');
    const limits = { connectionTimeout: DEADLINE, greetingTimeout: DEADLINE, socketTimeout: DEADLINE };
    const transport = createTransport({ url: server, requireTLS, ...limits });
    try {
      await transport.sendMail({ ...mailMessage(notice), from, to });
      return true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    } finally {
      transport.close();
    }
  };
}
