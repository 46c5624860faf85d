import { createHash, createHmac } from 'node:crypto';
import { request } from 'undici';
import { type Notice, noticeKey, type SendMessage } from '../../cutover/notices';

/** Notice as it is posted to a web address. */
interface WebhookMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Renders a notice for a program, with its id to detect repeats and, if there is a secret, a signature over time and
 * body, so that neither can be replaced: `v1=` and the hex HMAC-SHA256 of `timestamp.body`.
 */
function webhookMessage(notice: Notice, secret: string | undefined, now: number): WebhookMessage {
  const body = JSON.stringify({ ...notice, at: new Date(notice.at).toISOString() });
  const timestamp = String(Math.floor(now / 1000));
  const id = {
    'x-lifeboat-notice': encodeURIComponent(notice.id.toWellFormed()),
    'x-lifeboat-timestamp': timestamp,
  };
  if (secret === undefined) return { body, headers: id };
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { body, headers: { ...id, 'x-lifeboat-signature': `v1=${signature}` } };
}

const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Maximum number of characters of a subject that people still read. */
const SUBJECT_CHARACTERS = 120;

/** Renders a notice as a mail, whose id stays the same when it is sent again. */
function mailMessage(notice: Notice) {
  const { at, severity, text, link } = notice;
  const hash = createHash('sha256').update(noticeKey(notice)).digest('hex').slice(0, 32);
  const lines = [text, ...(link === undefined ? [] : ['', link]), '', `Lifeboat, ${timeOf(at)} UTC`];
  return {
    messageId: `<${hash}@lifeboat.invalid>`,
    subject: `Lifeboat${severity === undefined ? '' : `, ${severity}`}: ${text.slice(0, SUBJECT_CHARACTERS)}`,
    text: lines.join('\n'),
  };
}

/**
 * Renders a notice for Slack's incoming webhooks, which require `<`, `>` and `&` to be escaped, with the time of its
 * making, because it may arrive later.
 */
function slackMessage({ at, text, link }: Notice): WebhookMessage {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const form = link === undefined ? '' : ` <${link}|Open the console>`;
  return { body: JSON.stringify({ text: `Lifeboat, ${timeOf(at)} UTC: ${escaped}${form}` }), headers: {} };
}

/** Longest time (ms) for one attempt. */
const WAIT_MS = 5_000;

/** Posts JSON. Resolves to false if the receiver refuses it, and rejects if it does not work. */
export async function postJson(url: string, { body, headers }: WebhookMessage): Promise<boolean> {
  const answer = await request(url, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'user-agent': 'lifeboat', ...headers },
    signal: AbortSignal.timeout(WAIT_MS),
  });
  await answer.body.dump();
  if (answer.statusCode >= 500) throw new Error(`the receiver answers ${answer.statusCode}`);
  return answer.statusCode >= 200 && answer.statusCode < 300;
}

/** Creates the function that posts notices to a program, signed if there is a secret. Rejects if that fails. */
export const createWebhookPost =
  (url: string, secret: string | undefined, now: () => number) =>
  (notice: Notice): Promise<boolean> =>
    postJson(url, webhookMessage(notice, secret, now()));

/** Creates the function that posts notices to a chat with Slack's incoming webhooks. Rejects if that fails. */
export const createSlackPost =
  (url: string) =>
  (notice: Notice): Promise<boolean> =>
    postJson(url, slackMessage(notice));

/** A mail server (`smtps://USER:PASSWORD@HOST`), and the sender and receivers of notices. */
type MailPlace = Readonly<Record<'server' | 'from' | 'to', string>>;

/** Recognizes an answer in which a mail server refuses for good (RFC 5321 4.2.1). */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;

/** Creates the function that mails notices by SMTP, a password over TLS only. Rejects if that fails. */
export function createMailPost({ server, from, to }: MailPlace): SendMessage {
  const requireTLS = new URL(server).username !== '';
  return async (notice) => {
    const { createTransport } = await import('nodemailer');
    const limits = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS };
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
