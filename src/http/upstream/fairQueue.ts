import { context } from '@opentelemetry/api';

/** One who wants a place. */
export interface QueueEntry {
  /** On whose behalf: parties are served in turn, and the longest queue gives way. */
  readonly party: string;
  /** Called at once or when it is its turn; each call owes one `leave` for the party. */
  start(): void;
  /** Called instead, at most once, when it has to make room in a full queue for a party that has less. */
  displaced(): void;
}

/** A fixed number of places with a queue of fixed length before them. */
export interface FairQueue {
  /** Returns the way out of the queue (no effect once started), or undefined, without a start, when it is full. */
  readonly enter: (comer: QueueEntry) => (() => void) | undefined;
  /** Gives a place of the party back. */
  readonly leave: (party: string) => void;
  readonly taken: () => number;
  readonly waiting: () => number;
}

/**
 * One party. Who waits stands in an array: a Set that is never empty is made anew again and again, and each of its tables
 * refers to the next one. Once one is old, the young collector keeps every entry that has waited since.
 */
interface Party {
  readonly name: string;
  /** Places it has. */
  working: number;
  readonly queue: QueueEntry[];
}

/** Parties that are remembered though they have no place. */
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
    /** Not forgotten at once: most come again, and a Map that shrinks and grows is made anew each time. */
    leave: ({ name, working, queue }: Party): void => {
      if (working === 0 && queue.length === 0 && parties.size > KEPT) parties.delete(name);
    },
  };
}

/** Those who wait, by party; the parties in the order in which they get their turn. */
class Waiting {
  private readonly round: Party[] = [];
  count = 0;

  add(party: Party, comer: QueueEntry): void {
    if (party.queue.push(comer) === 1) this.round.push(party);
    this.count += 1;
  }

  /** False for one who does not wait any more. */
  remove(party: Party, comer: QueueEntry): boolean {
    const at = party.queue.indexOf(comer);
    if (at < 0) return false;
    party.queue.splice(at, 1);
    this.count -= 1;
    if (party.queue.length === 0) this.round.splice(this.round.indexOf(party), 1);
    return true;
  }

  /** Finds the latest in the longest queue, if that has at least a given length. */
  lastOfLongest(least: number): QueueEntry | undefined {
    const most = Math.max(least, ...this.round.map(({ queue }) => queue.length));
    return this.round.find(({ queue }) => queue.length === most)?.queue.at(-1);
  }

  /** Takes the first of the first party that may start; others of that party wait for its next turn. */
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
 * Makes a queue; `places` work at a time, `most` more may wait. Within a party first come is first served; between
 * parties it goes round, so that a party with one request does not wait behind a thousand of another.
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
      // Asked for once more: the one displaced may have left in a way that made the party forgotten.
      const ownParty = parties.of(comer.party);
      // Who leaves the queue starts the next, whose work belongs to its own trace all the same.
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
