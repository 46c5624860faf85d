import { randomUUID } from 'node:crypto';
import type { Clock } from '../../contract/clock';
import { createSharedRounds } from '../../contract/journal';
import { type Message, type Notice, noticeKey } from '../notices';

/** Pause (ms) between two rounds in which a process renews its rows and takes over those of ended processes. */
const ROUND_MS = 10_000;

/** Time (ms) after which the end of a process no longer waits for the store. */
const STORE_MS = 1_000;

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

/** Options of the rows of a channel. */
export interface RowsParts {
  /** Name under which the messages of the channel are stored. */
  readonly channel: string;
  /** Rows of the waiting messages. They are absent if they end with the process. */
  readonly store?: NoticeStore | undefined;
  readonly clock: Pick<Clock, 'now' | 'schedule'>;
  /** Pause (ms) between two rounds of the rows. Absent: 10 s. */
  readonly roundMs?: number;
  /** False in a process that leaves the messages of others to yet another. Absent: each process takes them over. */
  readonly takesOver?: () => boolean;
}

/** Hears what becomes of the rows of a queue. */
interface RowEvents<Sent extends Message> {
  /** Receives the messages of ended processes, which are its own by then. */
  readonly onTakenOver: (messages: readonly Sent[]) => void;
  /** Drops and returns the messages that another process sends from now on, which are stored. */
  readonly dropLeft: (isStored: (message: Sent) => boolean) => readonly Sent[];
}

/** Keeps the rows of a queue of messages. A process that takes none over leaves its own rows, too. */
export function createMessageRows<Sent extends Message>(
  { channel, store, clock, roundMs = ROUND_MS, takesOver = () => true }: RowsParts,
  queue: readonly Sent[],
  { onTakenOver, dropLeft }: RowEvents<Sent>,
) {
  if (store === undefined) return undefined;
  const holder = randomUUID();
  const [stored, ended] = [new Set<string>(), new Set<string>()];
  let isLast = false;
  let stopRound = (): void => undefined;
  const isStored = (notice: Sent): boolean => stored.has(noticeKey(notice));
  const forgetRow = (key: string): void => {
    stored.delete(key);
    ended.delete(key);
  };
  const exchange = createSharedRounds(async () => {
    const isHolder = takesOver();
    if (!isHolder && queue.length + ended.size === 0) return;
    const addedMessages = queue.filter((notice) => !isStored(notice));
    const keys = [...ended];
    for (const notice of addedMessages) stored.add(noticeKey(notice));
    try {
      const changes = { holder, added: addedMessages, ended: keys, isLast: isLast || !isHolder };
      const notices = await store.exchange(channel, changes, clock.now());
      keys.forEach(forgetRow);
      for (const notice of notices) stored.add(noticeKey(notice));
      if (!isHolder) dropLeft(isStored).map(noticeKey).forEach(forgetRow);
      onTakenOver(notices);
    } catch (error) {
      for (const notice of addedMessages) stored.delete(noticeKey(notice));
      throw error;
    }
  });
  // If the store fails, the next round tries again.
  const saveRows = (): void => void exchange().catch(() => undefined);
  const beginRounds = (): void => {
    saveRows();
    stopRound = clock.schedule(roundMs, beginRounds);
  };
  beginRounds();
  return {
    saveRows,
    has: isStored,
    endRow: (notice: Sent): void => {
      if (!isStored(notice)) return;
      ended.add(noticeKey(notice));
      saveRows();
    },
    /** Leaves the rows to other processes. Resolves to false if the store does not take them in time. */
    close: (): Promise<boolean> => {
      stopRound();
      isLast = true;
      const late = Promise.withResolvers<boolean>();
      const stop = clock.schedule(STORE_MS, () => late.resolve(false));
      const saved = exchange().then(
        () => true,
        () => false,
      );
      return Promise.race([late.promise, saved]).finally(stop);
    },
  };
}
