import { randomUUID } from 'node:crypto';
import { type Clock, DAY_MS } from '../contract/clock';
import { shareRounds } from '../contract/journal';

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

/** Clock of the cutover, in milliseconds since the Unix epoch; tests pass a fake. */
export interface WallClock {
  readonly now: () => number;
}

/** Sends a notice; resolves to false if the receiver refuses it, and rejects if the receiver cannot be reached. */
export type Send = (notice: Notice) => Promise<boolean>;

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

/** Maximum number of remembered notices, and of waiting ones. */
const MAX_NOTICES = 1_000;

/** Pause (ms) between two rounds in which a process renews its rows and takes over those of ended processes. */
const ROUND_MS = 10 * SECOND_MS;

/** Time (ms) after which the end of a process no longer waits for the store. */
const STORE_MS = SECOND_MS;

/** Returns the key of a notice: its kind and its occasion. */
export const noticeKey = ({ kind, id }: Pick<Notice, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Creates a memory of sent notices, which returns false for a notice that was sent within a day. */
function createMemory({ now }: WallClock): (notice: Notice) => boolean {
  const sentAt = new Map<string, number>();
  return (notice) => {
    const key = noticeKey(notice);
    if (now() - (sentAt.get(key) ?? -Infinity) < DAY_MS) return false;
    sentAt.delete(key);
    sentAt.set(key, now());
    for (const oldest of sentAt.keys()) {
      if (sentAt.size <= MAX_NOTICES) break;
      sentAt.delete(oldest);
    }
    return true;
  };
}

/** Changes of the notices that wait in a process. */
export interface NoticeChanges {
  /** Identifies the process. */
  readonly holder: string;
  readonly added: readonly Notice[];
  /** Keys of the notices that have arrived, or were given up. */
  readonly ended: readonly string[];
  /** True at the end of the process: another one takes its notices over at once. */
  readonly isLast: boolean;
}

/** Rows of waiting notices, from which another process sends them once this one has ended. */
export interface NoticeStore {
  /**
   * Stores the changes of a process, and returns the notices of ended processes, which are its own from now on, the
   * oldest first. Rejects if the store fails.
   */
  readonly exchange: (channel: string, changes: NoticeChanges, now: number) => Promise<readonly Notice[]>;
}

/** Options of createNotifier. */
interface NotifierParts {
  /** Name under which the notices of the channel are stored. */
  readonly channel: string;
  readonly send: Send;
  /** Rows of the waiting notices; absent if they end with the process. */
  readonly store?: NoticeStore | undefined;
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
  /** Receives each notice that is given up. */
  readonly lost: (notice: Notice) => void;
}

/** Keeps the rows of a queue of notices: calls `taken` with those of ended processes. */
function createRows(
  { channel, clock }: Pick<NotifierParts, 'channel' | 'clock'>,
  store: NoticeStore,
  queue: readonly Notice[],
  taken: (notices: readonly Notice[]) => void,
) {
  const holder = randomUUID();
  const [stored, ended] = [new Set<string>(), new Set<string>()];
  let isLast = false;
  let stopRound = (): void => undefined;
  const exchange = shareRounds(async () => {
    const added = queue.filter((notice) => !stored.has(noticeKey(notice)));
    const keys = [...ended];
    for (const notice of added) stored.add(noticeKey(notice));
    try {
      taken(await store.exchange(channel, { holder, added, ended: keys, isLast }, clock.now()));
    } catch (error) {
      for (const notice of added) stored.delete(noticeKey(notice));
      throw error;
    }
    for (const key of keys) for (const keySet of [stored, ended]) keySet.delete(key);
  });
  /** Stores what has changed; if the store fails, the next round tries again. */
  const save = (): void => void exchange().catch(() => undefined);
  const begin = (): void => {
    save();
    stopRound = clock.schedule(ROUND_MS, begin);
  };
  begin();
  return {
    save,
    /** Notes that a row belongs to this process. */
    own: (notice: Notice): void => void stored.add(noticeKey(notice)),
    end: (notice: Notice): void => {
      if (!stored.has(noticeKey(notice))) return;
      ended.add(noticeKey(notice));
      save();
    },
    /** Leaves the rows to other processes; resolves to false if the store does not take them in time. */
    close: (): Promise<boolean> => {
      stopRound();
      isLast = true;
      const { promise: late, resolve } = Promise.withResolvers<boolean>();
      const stop = clock.schedule(STORE_MS, () => resolve(false));
      return Promise.race([
        late,
        exchange().then(
          () => true,
          () => false,
        ),
      ]).finally(stop);
    },
  };
}

/**
 * Sends each notice once a day, one after the other, the oldest first. A failed one is repeated and later ones wait, so
 * that all of them follow the first success in order. Those of processes that have ended are sent, too. Calls `lost`
 * with a notice that is given up.
 */
export function createNotifier({ channel, send, store, clock, lost }: NotifierParts): Notifier {
  const isNew = createMemory(clock);
  const queue: Notice[] = [];
  let [isClosed, failures, refusals] = [false, 0, 0];
  let [failedAt, deliveredAt]: (number | undefined)[] = [];
  let sending: Promise<void> | undefined;
  let stopPause: (() => void) | undefined;

  const giveUp = (from: number, count: number): void => {
    for (const notice of queue.splice(from, count)) {
      rows?.end(notice);
      lost(notice);
    }
  };
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
  const attempt = async (notice: Notice): Promise<boolean> => send(notice);
  const deliver = async (): Promise<void> => {
    for (let notice = queue[0]; notice !== undefined; [notice] = queue) {
      const answer = await attempt(notice).catch(() => undefined);
      if (answer !== true) {
        failed(answer);
        return;
      }
      queue.shift();
      rows?.end(notice);
      [failures, refusals, failedAt, deliveredAt] = [0, 0, undefined, clock.now()];
      // Another process sends the rest sooner than this one, which ends.
      if (isClosed && rows !== undefined) return;
    }
  };
  const begin = (): void => {
    stopPause = undefined;
    sending = deliver().finally(() => (sending = undefined));
  };
  const enqueued = (): void => {
    // The oldest notice is on its way, or the next to be tried.
    if (queue.length > MAX_NOTICES) giveUp(1, queue.length - MAX_NOTICES);
    if (queue.length > 0 && sending === undefined && stopPause === undefined && !isClosed) begin();
  };
  /** Puts the notices of ended processes where they belong by their time, behind the one on its way. */
  const take = (notices: readonly Notice[]): void => {
    for (const notice of notices) {
      rows?.own(notice);
      if (isNew(notice)) queue.push(notice);
      else rows?.end(notice);
    }
    const tried = sending === undefined ? [] : queue.splice(0, 1);
    queue.sort((notice1, notice2) => notice1.at - notice2.at);
    queue.unshift(...tried);
    enqueued();
  };
  const rows = store && createRows({ channel, clock }, store, queue, take);
  return {
    notify: (notice) => {
      if (isClosed || !isNew(notice)) return;
      queue.push(notice);
      rows?.save();
      enqueued();
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
      if ((await rows?.close()) !== true) giveUp(0, queue.length);
    },
  };
}
