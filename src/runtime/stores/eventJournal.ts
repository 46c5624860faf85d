import { randomUUID } from 'node:crypto';
import type { Clock } from '../../contract/clock';
import { createNotifier, type NoticeStore } from '../../cutover/members/notifier';
import { type Message, noticeKey } from '../../cutover/notices';
import type { Closers } from '../closers';
import { createSeal } from './sealedText';

/** Event in v1's form that waits for its receiver. */
interface WaitingEvent extends Message {
  /** v2's name of the event. */
  readonly name: string;
  /** v1's body, which only the gateway can read. */
  readonly sealed: string;
}

/** Channels of the store: of the events that wait for the receiver, and of those that were given up. */
const WAITING = 'event';
const GIVEN_UP = 'event given up';

/** Pause (ms) between two looks for events that this process or another one has kept. */
const ROUND_MS = 1_000;

/** Most events that wait; of more, the oldest are given up. */
const MOST_EVENTS = 10_000;

interface JournalParts {
  readonly store: NoticeStore;
  readonly clock: Clock;
  /** Hides the bodies in the store. */
  readonly secret: string;
  /** Time (ms) that an event waits for its receiver. */
  readonly keepMs: number;
  readonly isLeader: () => boolean;
  /** Posts a body; resolves to false if the receiver refuses it, and rejects if it does not work. */
  readonly post: (id: string, body: string) => Promise<boolean>;
  /** Hears what has become of an event. */
  readonly ended: (outcome: 'delivered' | 'given up', event: Pick<WaitingEvent, 'id' | 'name'>) => void;
}

/**
 * Opens the journal of the events on their way to a receiver. Every process keeps events; the leader alone delivers
 * them, so that they stay in order. What is given up stays in the store for a week.
 */
export function openEventJournal(parts: JournalParts, closers: Closers) {
  const { store, clock, secret, keepMs, isLeader, post, ended } = parts;
  const { seal, open } = createSeal(secret);
  /** Leaves an event to the process that looks at a channel. */
  const leave = (channel: string, event: WaitingEvent) =>
    store.exchange(channel, { holder: '', added: [event], ended: [], isLast: true }, clock.now());
  const notifier = createNotifier<WaitingEvent>({
    channel: WAITING,
    send: async (event) => {
      const body = open(event.sealed);
      if (body === undefined) return 'never';
      const isTaken = await post(event.id, body);
      if (isTaken) ended('delivered', event);
      return isTaken;
    },
    store,
    clock,
    lost: (event) => {
      ended('given up', event);
      return leave(GIVEN_UP, event);
    },
    maxAgeMs: keepMs,
    roundMs: ROUND_MS,
    most: MOST_EVENTS,
    takesOver: isLeader,
  });
  closers.add(notifier.close);
  let latestAt = 0;
  /** Lets an event wait; events of one millisecond keep their order. */
  const add = async (event: Omit<WaitingEvent, 'at'>): Promise<void> => {
    latestAt = Math.max(clock.now(), latestAt + 1);
    await leave(WAITING, { ...event, at: latestAt });
  };
  return {
    delivery: notifier.delivery,
    /** Resolves when the event survives the end of the process; rejects if the store fails. */
    keep: async (id: string, name: string, body: string): Promise<void> => {
      await add({ kind: WAITING, id, name, sealed: seal(body) });
    },
    /** Lets all events that were given up wait once more, and returns their number. */
    again: async (): Promise<number> => {
      const own = { holder: randomUUID(), added: [], isLast: false };
      const events = await store.exchange<WaitingEvent>(GIVEN_UP, { ...own, ended: [] }, clock.now());
      // Another kind, because each event is delivered once.
      for (const event of events) await add({ ...event, kind: own.holder });
      await store.exchange(GIVEN_UP, { ...own, ended: events.map(noticeKey) }, clock.now());
      return events.length;
    },
  };
}
