import { createHash, createHmac } from 'node:crypto';

/** Event that people are notified of. */
export interface Notice {
  readonly kind:
    | 'asked'
    | 'moved'
    | 'movedBack'
    | 'held'
    | 'released'
    | 'killed'
    | 'pinned'
    | 'resolved'
    | 'brownout'
    | 'client'
    | 'ready'
    | 'notReady'
    | 'ambiguousWrite'
    | 'degraded'
    | 'acknowledged'
    | 'recovered'
    | 'drift'
    | 'expiringRule'
    | 'expiredRule';
  readonly resource: string;
  /** Identifies the occasion, so that it is notified once. */
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  /** Severity of an alarm; absent for other notices. */
  readonly severity?: 'warning' | 'critical';
  /** Whole sentences: paths, names and counts, never values. */
  readonly text: string;
  /** Address of the console's form that answers the notice. */
  readonly link?: string | undefined;
}

/** Clock of the cutover; tests pass a fake. */
export interface WallClock {
  /** Returns milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Sends a notice; resolves to false if the receiver refuses it, and rejects if the receiver cannot be reached. */
export type Send = (notice: Notice) => Promise<boolean>;

/** Clock with a timer. */
interface TimedClock extends WallClock {
  readonly schedule: (delay: number, action: () => void) => () => void;
}

/** State of the channel of a notifier; instants are clock ms. */
export interface Delivery {
  /** Instant of the first failed attempt in a row; undefined unless there were several. */
  readonly failingSince: number | undefined;
  readonly deliveredAt: number | undefined;
  readonly waiting: number;
}

/** Sends notices; must not throw. */
interface Notifier {
  readonly notify: (notice: Notice) => void;
  readonly delivery: () => Delivery;
  /** Sends waiting notices unless the channel fails; resolves once the sent ones have arrived or failed. */
  readonly close: () => Promise<void>;
}

const SECOND_MS = 1_000;

/** Pauses (ms) after failed attempts in a row; the last pause repeats. */
const RETRY_PAUSES_MS = [SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS] as const;

/** Number of failed attempts in a row after which a channel counts as failing, because a single one may be a blip. */
const FAILING_ATTEMPTS = 2;

/** Maximum number of refusals of a notice, in about 12 minutes, before it is given up. */
const MAX_REFUSALS = 75;

/** Time (ms) within which the same notice is sent only once. */
const REMEMBERED_MS = 24 * 3_600 * SECOND_MS;

/** Maximum number of remembered notices, and of waiting ones. */
const MAX_NOTICES = 1_000;

/** Creates a memory of sent notices, which returns false for a notice that was sent within a day. */
function createMemory({ now }: WallClock): (notice: Notice) => boolean {
  const sentAt = new Map<string, number>();
  return ({ kind, id }) => {
    const key = `${kind} ${id}`;
    if (now() - (sentAt.get(key) ?? -Infinity) < REMEMBERED_MS) return false;
    sentAt.delete(key);
    sentAt.set(key, now());
    for (const oldest of sentAt.keys()) {
      if (sentAt.size <= MAX_NOTICES) break;
      sentAt.delete(oldest);
    }
    return true;
  };
}

/**
 * Sends each notice once a day, one after the other, the oldest first. A failed one is repeated and later ones wait, so
 * that all of them follow the first success in order. Calls `lost` with a notice that is given up.
 */
export function createNotifier(send: Send, clock: TimedClock, lost: (notice: Notice) => void): Notifier {
  const isNew = createMemory(clock);
  const queue: Notice[] = [];
  let [isClosed, failures, refusals] = [false, 0, 0];
  let [failedAt, deliveredAt]: (number | undefined)[] = [];
  let sending: Promise<void> | undefined;
  let stopPause: (() => void) | undefined;

  const giveUp = (from: number, count: number): void => queue.splice(from, count).forEach(lost);
  const failed = (answer: boolean | undefined): void => {
    failedAt ??= clock.now();
    refusals = answer === undefined ? 0 : refusals + 1;
    if (refusals >= MAX_REFUSALS) {
      refusals = 0;
      giveUp(0, 1);
    }
    const pause = RETRY_PAUSES_MS[Math.min(failures, RETRY_PAUSES_MS.length - 1)] ?? SECOND_MS;
    failures += 1;
    if (!isClosed) stopPause = clock.schedule(pause, begin);
  };
  const deliver = async (): Promise<void> => {
    for (let notice = queue[0]; notice !== undefined; [notice] = queue) {
      const answer = await send(notice).catch(() => undefined);
      if (answer !== true) {
        failed(answer);
        return;
      }
      queue.shift();
      [failures, refusals, failedAt, deliveredAt] = [0, 0, undefined, clock.now()];
    }
  };
  const begin = (): void => {
    stopPause = undefined;
    sending = deliver().finally(() => (sending = undefined));
  };
  return {
    notify: (notice) => {
      if (isClosed || !isNew(notice)) return;
      queue.push(notice);
      // The oldest notice is on its way, or the next to be tried.
      if (queue.length > MAX_NOTICES) giveUp(1, 1);
      if (sending === undefined && stopPause === undefined) begin();
    },
    delivery: () => ({
      failingSince: failures >= FAILING_ATTEMPTS ? failedAt : undefined,
      deliveredAt,
      waiting: queue.length,
    }),
    close: async () => {
      isClosed = true;
      stopPause?.();
      await sending;
      giveUp(0, queue.length);
    },
  };
}

/** Notice as it is posted to a web address. */
export interface WebhookMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Renders a notice for a program, with its id to detect repeats and, if there is a secret, a signature over time and
 * body, so that neither can be replaced: `v1=` and the hex HMAC-SHA256 of `timestamp.body`.
 */
export function webhookMessage(notice: Notice, secret: string | undefined, now: number): WebhookMessage {
  const body = JSON.stringify({ ...notice, at: new Date(notice.at).toISOString() });
  const timestamp = String(Math.floor(now / 1000));
  const id = { 'x-lifeboat-notice': encodeURIComponent(notice.id), 'x-lifeboat-timestamp': timestamp };
  if (secret === undefined) return { body, headers: id };
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { body, headers: { ...id, 'x-lifeboat-signature': `v1=${signature}` } };
}

const timeOf = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Maximum number of characters of a subject that people still read. */
const SUBJECT_CHARACTERS = 120;

/** Renders a notice as a mail, whose id stays the same when it is sent again. */
export function mailMessage({ kind, id, at, severity, text, link }: Notice) {
  const hash = createHash('sha256').update(`${kind} ${id}`).digest('hex').slice(0, 32);
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
export function slackMessage({ at, text, link }: Notice): WebhookMessage {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const form = link === undefined ? '' : ` <${link}|Open the console>`;
  return { body: JSON.stringify({ text: `Lifeboat, ${timeOf(at)} UTC: ${escaped}${form}` }), headers: {} };
}
