import { createHmac } from 'node:crypto';

/** An event that people are notified of. */
export interface Notice {
  readonly kind:
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
}

/** The clock of the cutover; tests pass a fake. */
export interface WallClock {
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Sends one notice; resolves to false when it has to be tried again. */
export type Send = (notice: Notice) => Promise<boolean>;

/** A clock with a timer. */
interface TimedClock extends WallClock {
  readonly schedule: (delay: number, action: () => void) => () => void;
}

/** Sends notices; must not throw. */
interface Notifier {
  readonly notify: (notice: Notice) => void;
  /** Drops all notices that wait for a retry; resolves when those on their way have arrived or failed. */
  readonly close: () => Promise<void>;
}

const SECOND = 1_000;

/** Pauses (ms) before each retry; after the last the notice is given up. */
const PAUSES = [SECOND, 5 * SECOND, 30 * SECOND, 120 * SECOND, 600 * SECOND] as const;

/** Time (ms) in which the same notice is sent once. */
const REMEMBERED_FOR = 24 * 3_600 * SECOND;

/** Cap of remembered notices, and of those that wait for a retry. */
const MOST = 1_000;

/** Sends each notice once a day and retries failed ones; calls `lost` with a notice that is given up. */
export function createNotifier(send: Send, clock: TimedClock, lost: (notice: Notice) => void): Notifier {
  const sent = new Map<string, number>();
  const waiting = new Set<() => void>();
  const attempts = new Set<Promise<void>>();
  let isClosed = false;

  const attempt = async (notice: Notice, tries: number): Promise<void> => {
    if (await send(notice).catch(() => false)) return;
    const pause = PAUSES[tries];
    if (pause === undefined || waiting.size >= MOST || isClosed) {
      lost(notice);
      return;
    }
    const stop = clock.schedule(pause, () => {
      waiting.delete(stop);
      begin(notice, tries + 1);
    });
    waiting.add(stop);
  };
  const begin = (notice: Notice, tries: number): void => {
    const sending = attempt(notice, tries).finally(() => attempts.delete(sending));
    attempts.add(sending);
  };
  return {
    notify: (notice) => {
      const key = `${notice.kind} ${notice.id}`;
      const before = sent.get(key);
      if (before !== undefined && clock.now() - before < REMEMBERED_FOR) return;
      sent.delete(key);
      sent.set(key, clock.now());
      for (const oldest of sent.keys()) {
        if (sent.size <= MOST) break;
        sent.delete(oldest);
      }
      begin(notice, 0);
    },
    close: async () => {
      isClosed = true;
      for (const stop of waiting) stop();
      waiting.clear();
      await Promise.all(attempts);
    },
  };
}

/** A notice as it is posted to a web address. */
export interface WebhookMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Renders a notice for a program: its id to detect repeats and, with a secret, a signature over time and body, so that
 * neither can be replaced: `v1=` and the hex HMAC-SHA256 of `timestamp.body`.
 */
export function webhookMessage(notice: Notice, secret: string | undefined, now: number): WebhookMessage {
  const body = JSON.stringify({ ...notice, at: new Date(notice.at).toISOString() });
  const timestamp = String(Math.floor(now / 1000));
  const id = { 'x-lifeboat-notice': encodeURIComponent(notice.id), 'x-lifeboat-timestamp': timestamp };
  if (secret === undefined) return { body, headers: id };
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return { body, headers: { ...id, 'x-lifeboat-signature': `v1=${signature}` } };
}

/** Renders a notice for Slack's incoming webhooks, which require `<`, `>` and `&` to be escaped. */
export function slackMessage({ text }: Notice): WebhookMessage {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return { body: JSON.stringify({ text: `Lifeboat: ${escaped}` }), headers: {} };
}
