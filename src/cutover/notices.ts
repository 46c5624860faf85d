import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../contract/clock';
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

/** Pauses (ms) after the first failed attempts in a row; later ones take that between two looks. */
const RETRY_PAUSES_MS = [SECOND_MS, 5 * SECOND_MS] as const;

/** Number of failed attempts in a row after which a channel counts as failing, because a single one may be a blip. */
const FAILING_ATTEMPTS = 2;

/** Maximum number of refusals of a notice, in about 12 minutes, before it is given up. */
const MAX_REFUSALS = 75;

/** Time (ms) within which the same notice is sent only once. */
export const REMEMBERED_MS = 24 * 3_600 * SECOND_MS;

/** Maximum number of waiting notices of a channel, and of those that a process remembers. */
export const MAX_NOTICES = 1_000;

/** Pause (ms) between two looks for notices that an ended process has left. */
const LOOK_MS = 10 * SECOND_MS;

/** Time (ms) after which a notice is sent from memory, because the store does not answer. */
const STORE_MS = SECOND_MS;

/** Returns the key of a notice: its kind and its occasion. */
export const noticeKey = ({ kind, id }: Pick<Notice, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Waiting notices of all processes, by the channel that they wait for. Every function rejects if the store fails. */
export interface NoticeStore {
  /** True if the store outlives the process. */
  readonly lasting: boolean;
  /** Adds a notice unless the channel has had it within a day; returns those that are given up for it. */
  readonly add: (channel: string, notice: Notice, now: number) => Promise<readonly Notice[]>;
  /** Counts the waiting notices, and takes the oldest for a process unless another has taken it lately. */
  readonly take: (
    channel: string,
    holder: string,
    now: number,
  ) => Promise<{ readonly waiting: number; readonly notice: Notice | undefined }>;
  /** Notes that a notice has arrived, or was given up. */
  readonly end: (channel: string, notice: Notice, now: number) => Promise<void>;
}

/** Options of createNotifier. */
interface NotifierParts {
  /** Name under which the notices of the channel are stored. */
  readonly channel: string;
  readonly send: Send;
  readonly store: NoticeStore;
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
  /** Receives each notice that is given up. */
  readonly lost: (notice: Notice) => void;
}

/** Keeps the waiting notices of a channel in the store, and in memory while the store fails. */
function createOutbox({ channel, store, clock, lost }: Omit<NotifierParts, 'send'>) {
  const holder = randomUUID();
  const unsaved: Notice[] = [];
  /** Keys of this process's notices: true for one that has arrived or was given up. */
  const ended = new LRUCache<string, boolean>({
    ...{ max: MAX_NOTICES, ttl: REMEMBERED_MS, ttlResolution: 0, perf: clock },
  });
  let stored = 0;
  const drop = (notice: Notice): void => {
    if (unsaved.includes(notice)) unsaved.splice(unsaved.indexOf(notice), 1);
  };
  const save = shareRounds(async () => {
    for (let notice = unsaved[0]; notice !== undefined; [notice] = unsaved) {
      const givenUp = await store.add(channel, notice, clock.now());
      drop(notice);
      givenUp.forEach(lost);
    }
  });
  const end = async (notice: Notice): Promise<void> => {
    ended.set(noticeKey(notice), true);
    drop(notice);
    await store.end(channel, notice, clock.now());
  };
  const takeStored = async (): Promise<Notice | undefined> => {
    await save();
    const { waiting, notice } = await store.take(channel, holder, clock.now());
    stored = waiting;
    if (notice === undefined || ended.get(noticeKey(notice)) !== true) return notice;
    // It was sent from memory, or the store failed when that was to be noted.
    await end(notice);
    return takeStored();
  };
  return {
    waiting: () => unsaved.length + stored,
    /** Returns false for a notice that was added within a day. */
    add: (notice: Notice): boolean => {
      if (ended.has(noticeKey(notice))) return false;
      ended.set(noticeKey(notice), false);
      if (unsaved.length >= MAX_NOTICES) unsaved.splice(0, 1).forEach(lost);
      unsaved.push(notice);
      void save().catch(() => undefined);
      return true;
    },
    take: async (): Promise<Notice | undefined> => {
      const { promise: late, reject } = Promise.withResolvers<never>();
      const stop = clock.schedule(STORE_MS, () => reject(new Error('the store does not answer')));
      return Promise.race([takeStored(), late])
        .catch(() => unsaved[0])
        .finally(stop);
    },
    end: (notice: Notice): Promise<void> => end(notice).catch(() => undefined),
    /** Gives up what does not outlive the process. */
    close: async (): Promise<void> => {
      await save().catch(() => undefined);
      unsaved.forEach(lost);
      if (store.lasting) return;
      for (let notice = await takeStored(); notice !== undefined; notice = await takeStored()) {
        lost(notice);
        await end(notice);
      }
    },
  };
}

/**
 * Sends each notice once a day, one after the other, the oldest first. All of them wait in the store, so that another
 * process goes on after this one. A failed one is repeated and later ones wait, so that all of them follow the first
 * success in order.
 */
export function createNotifier({ send, clock, lost, ...stored }: NotifierParts): Notifier {
  const outbox = createOutbox({ ...stored, clock, lost });
  let [isClosed, added, failures, refusals] = [false, 0, 0, 0];
  let [failedAt, deliveredAt]: (number | undefined)[] = [];
  let sending: Promise<void> | undefined;
  let stopPause = (): void => undefined;

  const pauseFor = (ms: number): void => {
    sending = undefined;
    if (!isClosed) stopPause = clock.schedule(ms, begin);
  };
  const failed = async (notice: Notice, isRefused: boolean): Promise<void> => {
    failedAt ??= clock.now();
    refusals = isRefused ? refusals + 1 : 0;
    if (refusals >= MAX_REFUSALS) {
      refusals = 0;
      lost(notice);
      await outbox.end(notice);
    }
    pauseFor(RETRY_PAUSES_MS[failures] ?? LOOK_MS);
    failures += 1;
  };
  const deliver = async (): Promise<void> => {
    const addedBefore = added;
    const notice = await outbox.take();
    if (notice === undefined && added === addedBefore) {
      // Another process sends the oldest if one waits.
      pauseFor(outbox.waiting() > 0 ? SECOND_MS : LOOK_MS);
      return;
    }
    if (notice !== undefined) {
      const isTaken = await send(notice).catch(() => undefined);
      if (isTaken !== true) return failed(notice, isTaken === false);
      [failures, refusals, failedAt, deliveredAt] = [0, 0, undefined, clock.now()];
      await outbox.end(notice);
    }
    return deliver();
  };
  const begin = (): void => {
    stopPause();
    sending = deliver();
  };
  begin();
  return {
    notify: (notice) => {
      if (isClosed || !outbox.add(notice)) return;
      added += 1;
      if (sending === undefined && failures === 0) begin();
    },
    delivery: () => ({
      failingSince: failures >= FAILING_ATTEMPTS ? failedAt : undefined,
      deliveredAt,
      waiting: outbox.waiting(),
    }),
    close: async () => {
      isClosed = true;
      stopPause();
      await sending;
      await outbox.close();
    },
  };
}
