import { randomUUID } from 'node:crypto';
import { type Clock, workInRounds } from '../../contract/clock';
import { createSharedRounds } from '../../contract/journal';
import { createNotifier } from '../../cutover/members/notifier';
import { type Message, noticeKey } from '../../cutover/notices';
import type { NoticeRows } from '../../store/noticeRows';
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

/** Pause (ms) between two looks for events that were given up, by an earlier process too, or wait again. */
const LOOK_MS = 10_000;

/** Most events that wait; of more, the oldest are given up. */
const MAX_EVENTS = 10_000;

/** Events that wait again at once: a failure of the store between the two steps sends them twice. */
const MAX_EVENTS_AGAIN = 5_000;

interface JournalParts {
  readonly store: NoticeRows;
  readonly clock: Clock;
  /** Hides the bodies in the store. */
  readonly secret: string;
  /** Time (ms) that an event waits for its receiver. */
  readonly keepMs: number;
  readonly isLeader: () => boolean;
  /** Posts a body. Resolves to false if the receiver refuses it, and rejects if it does not work. */
  readonly post: (id: string, body: string) => Promise<boolean>;
  /** Hears what has become of an event. */
  readonly reportEnd: (outcome: 'delivered' | 'given up', event: Pick<WaitingEvent, 'id' | 'name'>) => void;
  /** Hears whether the leader knows of events that were given up. */
  readonly givenUp: (isAny: boolean) => void;
}

/** Follows whether events were given up, by this process or another one, and have not been sent again since. */
function followGivenUp(
  { store, clock, isLeader, givenUp }: JournalParts,
  keep: (event: WaitingEvent) => Promise<unknown>,
  closers: Closers,
) {
  /** Events that the store did not take. */
  let unkept = 0;
  const lookOnce = createSharedRounds(async () => {
    const isAny = unkept > 0 || (await store.has(GIVEN_UP));
    givenUp(isAny && isLeader());
  });
  // While the store fails, what was seen last stays.
  const lookForGivenUp = (): Promise<void> => lookOnce().catch(() => undefined);
  closers.add(workInRounds({ work: lookForGivenUp, first: ROUND_MS, pause: LOOK_MS, clock }));
  return {
    look: lookForGivenUp,
    /** Keeps an event for a week. Rejects if the store fails. */
    add: async (event: WaitingEvent): Promise<void> => {
      unkept += 1;
      await keep(event);
      unkept -= 1;
      await lookForGivenUp();
    },
  };
}

/**
 * Opens the journal of the events on their way to a receiver. Every process keeps events. The leader alone delivers
 * them, so that they stay in order. What is given up stays in the store for a week.
 */
export function openEventJournal(journalParts: JournalParts, closers: Closers) {
  const { store, clock, secret, keepMs, isLeader, post, reportEnd } = journalParts;
  const { seal, open } = createSeal(secret);
  /** Leaves events to the process that looks at a channel. A common holder would renew the week of all earlier ones. */
  const leaveEvents = (channel: string, added: readonly WaitingEvent[], gone: readonly string[] = []) =>
    store.exchange(channel, { holder: randomUUID(), added, ended: gone, isLast: true }, clock.now());
  const givenUpEvents = followGivenUp(journalParts, (event) => leaveEvents(GIVEN_UP, [event]), closers);
  const notifier = createNotifier<WaitingEvent>({
    channel: WAITING,
    send: async (event) => {
      const body = open(event.sealed);
      if (body === undefined) return 'never';
      const isTaken = await post(event.id, body);
      if (isTaken) reportEnd('delivered', event);
      return isTaken;
    },
    store,
    clock,
    lost: async (event) => {
      reportEnd('given up', event);
      await givenUpEvents.add(event);
    },
    maxAgeMs: keepMs,
    roundMs: ROUND_MS,
    most: MAX_EVENTS,
    takesOver: isLeader,
  });
  closers.add(notifier.close);
  let latestAt = 0;
  /** Lets events wait; those of one millisecond keep their order. */
  const addEvents = async (events: readonly Omit<WaitingEvent, 'at'>[]): Promise<void> => {
    const added = events.map((event) => {
      latestAt = Math.max(clock.now(), latestAt + 1);
      return { ...event, at: latestAt };
    });
    await leaveEvents(WAITING, added);
  };
  return {
    delivery: notifier.delivery,
    /** Resolves when the event survives the end of the process. Rejects if the store fails. */
    keep: async (id: string, name: string, body: string): Promise<void> => {
      await addEvents([{ kind: WAITING, id, name, sealed: seal(body) }]);
    },
    /** Lets all events that were given up wait once more, and returns their number. */
    again: async (): Promise<number> => {
      const changes = { holder: randomUUID(), added: [], ended: [], isLast: false };
      const events = await store.exchange<WaitingEvent>(GIVEN_UP, changes, clock.now());
      for (let from = 0; from < events.length; from += MAX_EVENTS_AGAIN) {
        const batch = events.slice(from, from + MAX_EVENTS_AGAIN);
        // Another kind, because each event is delivered once.
        await addEvents(batch.map((event) => ({ ...event, kind: changes.holder })));
        await leaveEvents(GIVEN_UP, [], batch.map(noticeKey));
      }
      await givenUpEvents.look();
      return events.length;
    },
  };
}
