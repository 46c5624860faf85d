import { randomUUID } from 'node:crypto';
import { type Clock, DAY_MS } from '../../contract/clock';
import { shareRounds } from '../../contract/journal';
import { onceWithin } from '../../contract/recent';
import { type Delivery, type Message, type Notice, noticeKey, type Send } from '../notices';

const SECOND_MS = 1_000;

/** Pauses (ms) after failed attempts in a row; the last pause repeats. */
const RETRY_PAUSES_MS = [SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS] as const;

/** Number of failed attempts in a row after which a channel counts as failing, because a single one may be a blip. */
const FAILING_ATTEMPTS = 2;

/** Maximum number of refusals of a notice, in about 12 minutes, before it is given up. */
const MAX_REFUSALS = 75;

const MAX_NOTICES = 1_000;

/** Pause (ms) between two rounds in which a process renews its rows and takes over those of ended processes. */
const ROUND_MS = 10 * SECOND_MS;

/** Time (ms) after which the end of a process no longer waits for the store. */
const STORE_MS = SECOND_MS;

/** Changes of the messages that wait in a process. */
export interface NoticeChanges<Sent extends Message = Notice> {
  /** Identifies the process. */
  readonly holder: string;
  readonly added: readonly Sent[];
  /** Keys of the messages that have arrived, or were given up. */
  readonly ended: readonly string[];
  /** True at the end of the process: another one takes its notices over at once. */
  readonly isLast: boolean;
}

/** Rows of waiting messages, from which another process sends them once this one has ended. */
export interface NoticeStore {
  /**
   * Stores the changes of a process, and returns the messages of ended processes, which are its own from now on, the
   * oldest first. Rejects if the store fails.
   */
  readonly exchange: <Sent extends Message>(
    channel: string,
    changes: NoticeChanges<Sent>,
    now: number,
  ) => Promise<readonly Sent[]>;
}

/** Options of createNotifier. */
interface NotifierParts<Sent extends Message> {
  /** Name under which the messages of the channel are stored. */
  readonly channel: string;
  readonly send: Send<Sent>;
  /** Rows of the waiting messages; absent if they end with the process. */
  readonly store?: NoticeStore | undefined;
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
  /** Receives each message that is given up; if it returns a promise that rejects, the row stays for a later process. */
  readonly lost: (message: Sent) => unknown;
  /** Age (ms) at which a message is given up; absent: it waits for a receiver that is away without limit. */
  readonly maxAgeMs?: number;
  /** Maximum number of remembered messages, and of waiting ones; absent: 1,000. */
  readonly most?: number;
  /** Pause (ms) between two rounds of the rows; absent: 10 s. */
  readonly roundMs?: number;
  /** False in a process that leaves the messages of others to yet another; absent: each process takes them over. */
  readonly takesOver?: () => boolean;
}

/** Keeps the rows of a queue of messages, and calls `taken` with those of ended processes, which are its own by then. */
function createRows<Sent extends Message>(
  { channel, store, clock, roundMs = ROUND_MS, takesOver = () => true }: NotifierParts<Sent>,
  queue: readonly Sent[],
  taken: (notices: readonly Sent[]) => void,
) {
  if (store === undefined) return undefined;
  const holder = randomUUID();
  const [stored, ended] = [new Set<string>(), new Set<string>()];
  let isLast = false;
  let stopRound = (): void => undefined;
  const exchange = shareRounds(async () => {
    if (queue.length === 0 && ended.size === 0 && !takesOver()) return;
    const added = queue.filter((notice) => !stored.has(noticeKey(notice)));
    const keys = [...ended];
    for (const notice of added) stored.add(noticeKey(notice));
    try {
      const notices = await store.exchange(channel, { holder, added, ended: keys, isLast }, clock.now());
      for (const key of keys) for (const keySet of [stored, ended]) keySet.delete(key);
      for (const notice of notices) stored.add(noticeKey(notice));
      taken(notices);
    } catch (error) {
      for (const notice of added) stored.delete(noticeKey(notice));
      throw error;
    }
  });
  /** Stores what has changed; if the store fails, the next round tries again. */
  const save = (): void => void exchange().catch(() => undefined);
  const begin = (): void => {
    save();
    stopRound = clock.schedule(roundMs, begin);
  };
  begin();
  return {
    save,
    has: (notice: Sent): boolean => stored.has(noticeKey(notice)),
    end: (notice: Sent): void => {
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

/** Sends messages one at a time, and counts the attempts that failed in a row. */
function createAttempts<Sent extends Message>(
  { send, maxAgeMs = Infinity }: NotifierParts<Sent>,
  now: () => number,
) {
  // A send that throws counts as one that rejects.
  const ask = async (notice: Sent): ReturnType<Send<Sent>> => send(notice);
  let [failures, refusals] = [0, 0];
  let [failedAt, deliveredAt]: (number | undefined)[] = [];
  return {
    /** Tries a notice; returns undefined when it has arrived, or the pause (ms) before the next attempt. */
    attempt: async (
      notice: Sent,
    ): Promise<{ readonly pause: number; readonly isGivenUp: boolean } | undefined> => {
      const answer = await ask(notice).catch(() => undefined);
      if (answer === true) {
        [failures, refusals, failedAt, deliveredAt] = [0, 0, undefined, now()];
        return undefined;
      }
      failedAt ??= now();
      refusals = answer === undefined ? 0 : refusals + 1;
      const isGivenUp = answer === 'never' || refusals >= MAX_REFUSALS || now() - notice.at >= maxAgeMs;
      if (isGivenUp) refusals = 0;
      const pause = RETRY_PAUSES_MS[Math.min(failures, RETRY_PAUSES_MS.length - 1)] ?? SECOND_MS;
      failures += 1;
      return { pause, isGivenUp };
    },
    state: () => ({ failingSince: failures >= FAILING_ATTEMPTS ? failedAt : undefined, deliveredAt }),
  };
}

/** Inserts messages by their time, behind the first one if that is on its way. */
function insertByTime<Sent extends Message>(
  queue: Sent[],
  notices: readonly Sent[],
  isSending: boolean,
): void {
  const tried = queue.splice(0, isSending ? 1 : 0);
  queue.push(...notices);
  queue.sort((notice1, notice2) => notice1.at - notice2.at);
  queue.unshift(...tried);
}

/** Gives a message up; resolves to false if what hears of it has failed. */
const takenBy = <Sent>(lost: (message: Sent) => unknown, message: Sent): Promise<boolean> =>
  Promise.resolve(lost(message)).then(
    () => true,
    () => false,
  );

/**
 * Sends each message once a day, one after the other, the oldest first. A failed one is repeated and later ones wait, so
 * that all of them follow the first success in order. Those of processes that have ended are sent, too. Calls `lost`
 * with a message that is given up.
 */
export function createNotifier<Sent extends Message = Notice>(parts: NotifierParts<Sent>) {
  const { clock, lost, most = MAX_NOTICES } = parts;
  const isNewKey = onceWithin(most, DAY_MS);
  const isNew = (notice: Sent): boolean => isNewKey(noticeKey(notice), clock.now());
  const { attempt, state } = createAttempts(parts, clock.now);
  const queue: Sent[] = [];
  let isClosed = false;
  let sending: Promise<void> | undefined;
  let stopPause: (() => void) | undefined;

  const giveUp = (from: number, count: number): void => {
    for (const notice of queue.splice(from, count))
      void takenBy(lost, notice).then((isTaken) => isTaken && rows?.end(notice));
  };
  const deliver = async (): Promise<void> => {
    for (let notice = queue[0]; notice !== undefined; [notice] = queue) {
      const failed = await attempt(notice);
      if (failed !== undefined) {
        if (failed.isGivenUp) giveUp(0, 1);
        if (!isClosed) stopPause = clock.schedule(failed.pause, begin);
        return;
      }
      queue.shift();
      rows?.end(notice);
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
    if (queue.length > most) giveUp(1, queue.length - most);
    if (queue.length > 0 && sending === undefined && stopPause === undefined && !isClosed) begin();
  };
  const rows = createRows(parts, queue, (notices) => {
    const freshNotices = notices.filter(isNew);
    const ownKeys = new Set([...queue, ...freshNotices].map(noticeKey));
    for (const notice of notices) if (!ownKeys.has(noticeKey(notice))) rows?.end(notice);
    insertByTime(queue, freshNotices, sending !== undefined);
    enqueued();
  });
  return {
    /** Sends a message; must not throw. */
    notify: (notice: Sent): void => {
      if (isClosed || !isNew(notice)) return;
      queue.push(notice);
      rows?.save();
      enqueued();
    },
    delivery: (): Delivery => ({ ...state(), waiting: queue.length }),
    /** Sends waiting notices unless the channel fails; resolves once the sent ones have arrived or failed. */
    close: async (): Promise<void> => {
      isClosed = true;
      stopPause?.();
      await sending;
      if ((await rows?.close()) === true) return;
      // Another process sends what the store has.
      for (const notice of queue.splice(0)) if (rows?.has(notice) !== true) void takenBy(lost, notice);
    },
  };
}
