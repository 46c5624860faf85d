import { createHmac } from 'node:crypto';

/** Something a person wants to hear of. */
export interface Notice {
  readonly kind:
    | 'moved'
    | 'movedBack'
    | 'held'
    | 'released'
    | 'killed'
    | 'pinned'
    | 'resolved'
    | 'ready'
    | 'notReady'
    | 'ambiguousWrite'
    | 'degraded'
    | 'recovered'
    | 'drift'
    | 'expiringRule'
    | 'expiredRule';
  readonly resource: string;
  /** The same for the same occasion, so that it is told once. */
  readonly id: string;
  /** Clock ms. */
  readonly at: number;
  /** Of what is not as it should be. */
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

/** A clock that also calls back. */
interface TimedClock extends WallClock {
  readonly schedule: (delay: number, action: () => void) => () => void;
}

/** Sends notices on; must not throw. */
interface Notifier {
  readonly notify: (notice: Notice) => void;
  /** Gives up what still waits to be tried again. */
  readonly close: () => void;
}

const SECOND = 1_000;

/** Waits (ms) before a notice is tried again; after the last it is given up. */
const PAUSES = [SECOND, 5 * SECOND, 30 * SECOND, 120 * SECOND, 600 * SECOND] as const;

/** The same notice is told once in this time, ms. */
const REMEMBERED_FOR = 24 * 3_600 * SECOND;

/** Notices remembered, so that they are told once; and notices that may wait. */
const MOST = 1_000;

/** Tells each notice once a day, and tries again where it does not arrive; `lost` hears of what was given up. */
export function createNotifier(send: Send, clock: TimedClock, lost: (notice: Notice) => void): Notifier {
  const told = new Map<string, number>();
  const waiting = new Set<() => void>();

  const attempt = async (notice: Notice, tries: number): Promise<void> => {
    if (await send(notice).catch(() => false)) return;
    const pause = PAUSES[tries];
    if (pause === undefined || waiting.size >= MOST) {
      lost(notice);
      return;
    }
    const stop = clock.schedule(pause, () => {
      waiting.delete(stop);
      void attempt(notice, tries + 1);
    });
    waiting.add(stop);
  };
  return {
    notify: (notice) => {
      const key = `${notice.kind} ${notice.id}`;
      const before = told.get(key);
      if (before !== undefined && clock.now() - before < REMEMBERED_FOR) return;
      told.delete(key);
      told.set(key, clock.now());
      for (const oldest of told.keys()) {
        if (told.size <= MOST) break;
        told.delete(oldest);
      }
      void attempt(notice, 0);
    },
    close: () => {
      for (const stop of waiting) stop();
      waiting.clear();
    },
  };
}

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
