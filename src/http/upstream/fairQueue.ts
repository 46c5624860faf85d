import { context } from '@opentelemetry/api';

/** A request for a place. */
export interface QueueEntry {
  /** The party that asks: parties are served in turn, and the longest queue gives way. */
  readonly party: string;
  /** Called at once or in its turn; each call owes one `leave` for the party. */
  start(): void;
  /**
   * Called instead of `start`, at most once, when the entry has to make room in a full queue for a party that has less.
   */
  displaced(): void;
}

/** A fixed number of places with a queue of fixed length before them. */
export interface FairQueue {
  /**
   * Enters the queue. Returns the function that leaves it (no effect once started); undefined, without a start, when it
   * is full.
   */
  readonly enter: (comer: QueueEntry) => (() => void) | undefined;
  /** Returns a place of the party. */
  readonly leave: (party: string) => void;
  readonly taken: () => number;
  readonly waiting: () => number;
}

/**
 * One party. Its waiting entries stand in an array: a Set that is never empty is rebuilt repeatedly, and each of its
 * tables refers to the next one. Once a table is old, the young collector keeps every entry that has waited since.
 */
interface Party {
  readonly name: string;
  /** Number of places that the party has. */
  working: number;
  readonly queue: QueueEntry[];
}

/** Most parties without a place that are remembered. */
const KEPT = 64;

const nothing = (): void => undefined;

/** Number of places from which one is kept out of reach of any single party, so that the next party starts at once. */
const SHARES = 8;

/** Returns the parties that have a place, wait for one, or had one lately. */
function knowParties() {
  const parties = new Map<string, Party>();
  return {
    of: (name: string): Party => {
      const knownParty = parties.get(name);
      if (knownParty !== undefined) return knownParty;
      const party: Party = { name, working: 0, queue: [] };
      parties.set(name, party);
      return party;
    },
    /** Forgets an idle party only if many are kept: most come again, and a Map that shrinks and grows is rebuilt. */
    leave: ({ name, working, queue }: Party): void => {
      if (working === 0 && queue.length === 0 && parties.size > KEPT) parties.delete(name);
    },
  };
}

/** Entries that wait, by party; the parties stand in the order of their turns. */
class Waiting {
  private readonly round: Party[] = [];
  count = 0;

  add(party: Party, comer: QueueEntry): void {
    if (party.queue.push(comer) === 1) this.round.push(party);
    this.count += 1;
  }

  /** False for an entry that does not wait any more. */
  remove(party: Party, comer: QueueEntry): boolean {
    const at = party.queue.indexOf(comer);
    if (at < 0) return false;
    party.queue.splice(at, 1);
    this.count -= 1;
    if (party.queue.length === 0) this.round.splice(this.round.indexOf(party), 1);
    return true;
  }

  /** Finds the latest entry in the longest queue, if that has at least a given length. */
  lastOfLongest(least: number): QueueEntry | undefined {
    const most = Math.max(least, ...this.round.map(({ queue }) => queue.length));
    return this.round.find(({ queue }) => queue.length === most)?.queue.at(-1);
  }

  /** Takes the first entry of the first party that may start; its other entries wait for the party's next turn. */
  next(mayStart: (party: Party) => boolean): QueueEntry | undefined {
    const at = this.round.findIndex(mayStart);
    const [party] = at < 0 ? [] : this.round.splice(at, 1);
    const comer = party?.queue.shift();
    if (party === undefined || comer === undefined) return undefined;
    this.count -= 1;
    if (party.queue.length > 0) this.round.push(party);
    return comer;
  }
}

/**
 * Creates a queue: `places` entries work at a time, `most` more may wait. Within a party, entries are served in the
 * order of arrival. Parties take turns, so that a party with one request does not wait behind a thousand of another.
 */
export function createFairQueue(places: number, most: number): FairQueue {
  const parties = knowParties();
  const waiting = new Waiting();
  const mostOfParty = places - Math.floor(places / SHARES);
  let takenSlots = 0;

  const mayStart = ({ working }: Party): boolean => takenSlots < places && working < mostOfParty;
  const begin = (party: Party, comer: QueueEntry): void => {
    takenSlots += 1;
    party.working += 1;
    comer.start();
  };
  const remove = (party: Party, comer: QueueEntry): void => {
    // The entry may have left the queue already, and its party may have been replaced.
    if (waiting.remove(party, comer)) parties.leave(party);
  };
  const makeRoom = (ownShare: number): boolean => {
    const last = waiting.lastOfLongest(ownShare + 2);
    if (last === undefined) return false;
    remove(parties.of(last.party), last);
    last.displaced();
    return true;
  };

  return {
    enter: (comer) => {
      const party = parties.of(comer.party);
      if (mayStart(party)) {
        begin(party, comer);
        return nothing;
      }
      if (waiting.count >= most && !makeRoom(party.queue.length)) {
        parties.leave(party);
        return undefined;
      }
      // Looked up again: the displaced entry may have left in a way that made the party forgotten.
      const ownParty = parties.of(comer.party);
      // An entry that leaves starts the next one, whose work still belongs to its own trace.
      const start = context.bind(context.active(), () => comer.start());
      const entry: QueueEntry = { party: comer.party, start, displaced: () => comer.displaced() };
      waiting.add(ownParty, entry);
      return () => remove(ownParty, entry);
    },
    leave: (name) => {
      const party = parties.of(name);
      takenSlots -= 1;
      party.working -= 1;
      parties.leave(party);
      const comer = waiting.count === 0 ? undefined : waiting.next(mayStart);
      if (comer !== undefined) begin(parties.of(comer.party), comer);
    },
    taken: () => takenSlots,
    waiting: () => waiting.count,
  };
}
