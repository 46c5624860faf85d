import { context } from '@opentelemetry/api';

/** A request for a place. */
export interface QueueEntry {
  /** The party that asks: parties are served in turn, and the longest queue gives way. */
  readonly party: string;
  /** Called at once or in its turn; each call owes one `leave` for the party. */
  start(): void;
  /** Called instead of `start`, at most once, to make room in a full queue for a party that has less. */
  displaced(): void;
}

/**
 * One party. Its waiting entries stand in an array: a Set that is never empty is rebuilt repeatedly, and once a table of
 * it is old, the young collector keeps every entry that has waited since.
 */
interface Party {
  readonly name: string;
  /** Number of places that the party has. */
  working: number;
  readonly queue: QueueEntry[];
}

/** Most parties without a place that are remembered: most come again, and a Map that shrinks and grows is rebuilt. */
const MAX_IDLE_PARTIES = 64;

/** Number of places from which one is kept out of reach of any single party, so that the next party starts at once. */
const SHARES = 8;

const nothing = (): void => undefined;

export type FairQueue = ReturnType<typeof createFairQueue>;

/**
 * Creates a queue: `places` entries work at a time, `most` more may wait. Within a party, entries are served in the
 * order of arrival. Parties take turns, so that a party with one request does not wait behind a thousand of another.
 */
export function createFairQueue(places: number, most: number) {
  const parties = new Map<string, Party>();
  /** Parties with waiting entries, in the order of their turns. */
  const round: Party[] = [];
  const mostOfParty = places - Math.floor(places / SHARES);
  let taken = 0;
  let waiting = 0;

  const partyOf = (name: string): Party => {
    const knownParty = parties.get(name);
    if (knownParty !== undefined) return knownParty;
    const party: Party = { name, working: 0, queue: [] };
    parties.set(name, party);
    return party;
  };
  const forgetIdle = ({ name, working, queue }: Party): void => {
    if (working === 0 && queue.length === 0 && parties.size > MAX_IDLE_PARTIES) parties.delete(name);
  };
  const mayStart = ({ working }: Party): boolean => taken < places && working < mostOfParty;
  const begin = (party: Party, entry: QueueEntry): void => {
    taken += 1;
    party.working += 1;
    entry.start();
  };
  /** Removes an entry; does nothing if it has left the queue already, whoever has its party's name by now. */
  const remove = (party: Party, entry: QueueEntry): void => {
    const index = party.queue.indexOf(entry);
    if (index < 0) return;
    party.queue.splice(index, 1);
    waiting -= 1;
    if (party.queue.length === 0) round.splice(round.indexOf(party), 1);
    forgetIdle(party);
  };
  /** Displaces the latest entry of the longest queue, if that is longer by two than the party's own. */
  const makeRoom = (ownLength: number): boolean => {
    const longest = Math.max(ownLength + 2, ...round.map(({ queue }) => queue.length));
    const party = round.find(({ queue }) => queue.length === longest);
    const entry = party?.queue.at(-1);
    if (party === undefined || entry === undefined) return false;
    remove(party, entry);
    entry.displaced();
    return true;
  };
  /** Starts the first entry of the first party that may start; its other entries wait for the party's next turn. */
  const startNext = (): void => {
    const index = round.findIndex(mayStart);
    const [party] = index < 0 ? [] : round.splice(index, 1);
    const entry = party?.queue.shift();
    if (party === undefined || entry === undefined) return;
    waiting -= 1;
    if (party.queue.length > 0) round.push(party);
    begin(party, entry);
  };

  return {
    /** Enters; returns the function that leaves the queue (no effect once started), undefined when it is full. */
    enter: (request: QueueEntry): (() => void) | undefined => {
      const party = partyOf(request.party);
      if (mayStart(party)) {
        begin(party, request);
        return nothing;
      }
      if (waiting >= most && !makeRoom(party.queue.length)) {
        forgetIdle(party);
        return undefined;
      }
      // Looked up again: the displaced entry may have left in a way that made the party forgotten.
      const ownParty = partyOf(request.party);
      // An entry that leaves starts the next one, whose work still belongs to its own trace.
      const start = context.bind(context.active(), () => request.start());
      const entry: QueueEntry = { party: request.party, start, displaced: () => request.displaced() };
      if (ownParty.queue.push(entry) === 1) round.push(ownParty);
      waiting += 1;
      return () => remove(ownParty, entry);
    },
    /** Returns a place of the party. */
    leave: (name: string): void => {
      const party = partyOf(name);
      taken -= 1;
      party.working -= 1;
      forgetIdle(party);
      if (waiting > 0) startNext();
    },
    taken: (): number => taken,
    waiting: (): number => waiting,
  };
}
