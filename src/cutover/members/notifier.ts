import { DAY_MS } from '../../contract/clock';
import { Recent } from '../../contract/recent';
import { type Delivery, type Message, type Notice, noticeKey, type SendMessage } from '../notices';
import { createMessageRows, type RowsParts } from './messageRows';

const SECOND_MS = 1_000;

/** Pauses (ms) after failed attempts in a row; the last pause repeats. */
const RETRY_PAUSES_MS = [SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS] as const;

/** Number of failed attempts in a row after which a channel counts as failing, because a single one may be a blip. */
const FAILING_ATTEMPTS = 2;

/** Maximum number of refusals of a notice, in about 12 minutes, before it is given up. */
const MAX_REFUSALS = 75;

const MAX_NOTICES = 1_000;

/** Options of createNotifier. */
interface NotifierParts<Sent extends Message> extends RowsParts {
  readonly send: SendMessage<Sent>;
  /** Receives each message that is given up; if it returns a promise that rejects, the row stays for a later process. */
  readonly lost: (message: Sent) => unknown;
  /** Age (ms) at which a message is given up. Absent: it waits for a receiver that is away without limit. */
  readonly maxAgeMs?: number;
  /** Maximum number of remembered messages, and of waiting ones. Absent: 1,000. */
  readonly most?: number;
}

/** Sends messages one at a time, and counts the attempts that failed in a row. */
function createAttempts<Sent extends Message>(
  { send, maxAgeMs = Infinity }: NotifierParts<Sent>,
  now: () => number,
) {
  // A send that throws counts as one that rejects.
  const askToSend = async (notice: Sent): ReturnType<SendMessage<Sent>> => send(notice);
  let [failures, refusals] = [0, 0];
  let [failedAt, deliveredAt]: (number | undefined)[] = [];
  return {
    /** Tries a notice. Returns undefined when it has arrived, or the pause (ms) before the next attempt. */
    attempt: async (
      notice: Sent,
    ): Promise<{ readonly pause: number; readonly isGivenUp: boolean } | undefined> => {
      const answer = await askToSend(notice).catch(() => undefined);
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

/**
 * Inserts those messages by their time that are neither there nor ended, behind the first one if that is on its way.
 * Returns the ended ones.
 */
function insertAll<Sent extends Message>(
  queue: Sent[],
  notices: readonly Sent[],
  isEnded: (notice: Sent) => boolean,
  isSending: boolean,
): readonly Sent[] {
  const ownKeys = new Set(queue.map(noticeKey));
  const others = notices.filter((notice) => !ownKeys.has(noticeKey(notice)));
  const tried = queue.splice(0, isSending ? 1 : 0);
  queue.push(...others.filter((notice) => !isEnded(notice)));
  queue.sort((notice1, notice2) => notice1.at - notice2.at);
  queue.unshift(...tried);
  return others.filter(isEnded);
}

/** Removes and returns the messages that another process sends from now on. The first one stays if it is on its way. */
function dropStored<Sent extends Message>(
  queue: Sent[],
  isStored: (message: Sent) => boolean,
  isSending: boolean,
): readonly Sent[] {
  const waiting = queue.splice(isSending ? 1 : 0);
  queue.push(...waiting.filter((notice) => !isStored(notice)));
  return waiting.filter(isStored);
}

/** Remembers for a day which messages have ended, so that none is sent twice. */
function createEndedMessages(maximum: number, now: () => number) {
  const endedAt = new Recent<string, number>(maximum);
  return {
    add: (message: Message): unknown => endedAt.set(noticeKey(message), now()),
    has: (message: Message): boolean => now() - (endedAt.get(noticeKey(message)) ?? -Infinity) < DAY_MS,
  };
}

const isWaiting = (queue: readonly Message[], message: Message): boolean =>
  queue.some((queued) => noticeKey(queued) === noticeKey(message));

/** Gives a message up. Resolves to false if what hears of it has failed. */
const giveUpMessage = <Sent>(lost: (message: Sent) => unknown, message: Sent): Promise<boolean> =>
  Promise.resolve(lost(message)).then(
    () => true,
    () => false,
  );

/**
 * Sends each message once a day, one after the other, the oldest first. A failed one is repeated and later ones wait, so
 * that all of them follow the first success in order. Those of processes that have ended are sent, too. Calls `lost`
 * with a message that is given up.
 */
export function createNotifier<Sent extends Message = Notice>(notifierParts: NotifierParts<Sent>) {
  const { clock, lost, most = MAX_NOTICES } = notifierParts;
  const ended = createEndedMessages(most, clock.now);
  const { attempt, state } = createAttempts(notifierParts, clock.now);
  const queue: Sent[] = [];
  let isClosed = false;
  let sending: Promise<void> | undefined;
  let stopPause: (() => void) | undefined;

  const giveUpMessages = (from: number, count: number): void => {
    for (const notice of queue.splice(from, count)) {
      ended.add(notice);
      void giveUpMessage(lost, notice).then((isTaken) => isTaken && rows?.endRow(notice));
    }
  };
  /** Sends the waiting messages one by one until the queue is empty or a pause is due. */
  const deliverMessages = async (): Promise<void> => {
    for (let notice = queue[0]; notice !== undefined; [notice] = queue) {
      const failed = await attempt(notice);
      if (failed !== undefined) {
        if (failed.isGivenUp) giveUpMessages(0, 1);
        if (!isClosed) stopPause = clock.schedule(failed.pause, beginDelivery);
        return;
      }
      queue.shift();
      ended.add(notice);
      rows?.endRow(notice);
      // Another process sends the rest sooner than this one, which ends.
      if (isClosed && rows !== undefined) return;
    }
  };
  const beginDelivery = (): void => {
    stopPause = undefined;
    sending = deliverMessages().finally(() => (sending = undefined));
  };
  const noteEnqueued = (): void => {
    // The oldest notice is on its way, or the next to be tried.
    if (queue.length > most) giveUpMessages(1, queue.length - most);
    if (queue.length > 0 && sending === undefined && stopPause === undefined && !isClosed) beginDelivery();
  };
  const rows = createMessageRows(notifierParts, queue, {
    onTakenOver: (notices) => {
      for (const notice of insertAll(queue, notices, ended.has, sending !== undefined)) rows?.endRow(notice);
      noteEnqueued();
    },
    dropLeft: (isStored) => dropStored(queue, isStored, sending !== undefined),
  });
  return {
    /** Sends a message. Must not throw. */
    notify: (notice: Sent): void => {
      if (isClosed || ended.has(notice) || isWaiting(queue, notice)) return;
      queue.push(notice);
      rows?.saveRows();
      noteEnqueued();
    },
    delivery: (): Delivery => ({ ...state(), waiting: queue.length }),
    /** Sends waiting notices unless the channel fails. Resolves once the sent ones have arrived or failed. */
    close: async (): Promise<void> => {
      isClosed = true;
      stopPause?.();
      await sending;
      if ((await rows?.close()) === true) return;
      // Another process sends what the store has.
      for (const notice of queue.splice(0)) if (rows?.has(notice) !== true) void giveUpMessage(lost, notice);
    },
  };
}
