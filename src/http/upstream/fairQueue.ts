import { context } from '@opentelemetry/api';

/** A request for a place. */
export interface QueueEntry {
  /** The party that asks: parties are served in turn, and the longest queue gives way. */
  readonly party: string;
  /** Called at once or in its turn; each call owes one `leave` for the party. */
  readonly start: () => void;
  /** Called instead of `start`, at most once, to make room in a full queue for a party that has less. */
  readonly displaced: () => void;
}

/** One party. Its entries stand in an array: the old tables of a Set would keep every entry that has waited. */
interface Party {
  readonly name: string;
  working: number;
  readonly queue: QueueEntry[];
}

/** Most parties without a place that are remembered: most come again, and a Map that shrinks and grows is rebuilt. */
const MAX_IDLE_PARTIES = 1_024;

/** Longest name (characters) that is remembered: a name is the key of a client, who may send any number of long ones. */
const MAX_IDLE_NAME = 1_024;

/** Number of places from which one is kept out of reach of any single party, so that the next party starts at once. */
const SHARES = 8;

export const noOperation = (): void => undefined;

/**
 * A queue in which `places` entries work at a time and `most` more may wait. Within a party, entries are served in the
 * order of arrival. Parties take turns, so that a party with one request does not wait behind a thousand of another.
 */
export class FairQueue {
  private readonly parties = new Map<string, Party>();
  /** Parties with waiting entries, in the order of their turns. */
  private readonly round: Party[] = [];
  private readonly mostOfParty: number;
  private takenPlaces = 0;
  private waitingEntries = 0;

  constructor(
    private readonly places: number,
    private readonly most: number,
  ) {
    this.mostOfParty = places - Math.floor(places / SHARES);
  }

  /** Enters a request. Returns the function that leaves the queue (no effect once started), if there is room. */
  enter(request: QueueEntry): (() => void) | undefined {
    const party = this.partyOf(request.party);
    if (this.hasFreePlace(party)) {
      this.begin(party, request);
      return noOperation;
    }
    if (this.waitingEntries >= this.most && !this.makeRoom(party.queue.length)) {
      this.forgetIdle(party);
      return undefined;
    }
    // Looked up again: the displaced entry may have left in a way that made the party forgotten.
    const ownParty = this.partyOf(request.party);
    // An entry that leaves starts the next one, whose work still belongs to its own trace.
    const start = context.bind(context.active(), request.start);
    const entry: QueueEntry = { party: request.party, start, displaced: request.displaced };
    if (ownParty.queue.push(entry) === 1) this.round.push(ownParty);
    this.waitingEntries += 1;
    return () => this.remove(ownParty, entry);
  }

  /** Returns a place of the party, and starts the first entry of the first party that may start. */
  leave(name: string): void {
    const party = this.partyOf(name);
    this.takenPlaces -= 1;
    party.working -= 1;
    this.forgetIdle(party);
    const { round } = this;
    const index = this.waitingEntries === 0 ? -1 : round.findIndex((waiting) => this.hasFreePlace(waiting));
    const [next] = index < 0 ? [] : round.splice(index, 1);
    const entry = next?.queue.shift();
    if (next === undefined || entry === undefined) return;
    this.waitingEntries -= 1;
    if (next.queue.length > 0) round.push(next); // its other entries wait for its next turn
    this.begin(next, entry);
  }

  countTaken(): number {
    return this.takenPlaces;
  }

  waitingCount(): number {
    return this.waitingEntries;
  }

  private partyOf(name: string): Party {
    const knownParty = this.parties.get(name);
    if (knownParty !== undefined) return knownParty;
    const party: Party = { name, working: 0, queue: [] };
    this.parties.set(name, party);
    return party;
  }

  private forgetIdle({ name, working, queue }: Party): void {
    if (working > 0 || queue.length > 0) return;
    if (this.parties.size > MAX_IDLE_PARTIES || name.length > MAX_IDLE_NAME) this.parties.delete(name);
  }

  private hasFreePlace({ working }: Party): boolean {
    return this.takenPlaces < this.places && working < this.mostOfParty;
  }

  private begin(party: Party, entry: QueueEntry): void {
    this.takenPlaces += 1;
    party.working += 1;
    entry.start();
  }

  /** Removes an entry. Does nothing if it has left the queue already, whatever party has its name by now. */
  private remove(party: Party, entry: QueueEntry): void {
    const index = party.queue.indexOf(entry);
    if (index < 0) return;
    party.queue.splice(index, 1);
    this.waitingEntries -= 1;
    if (party.queue.length === 0) this.round.splice(this.round.indexOf(party), 1);
    this.forgetIdle(party);
  }

  /** Displaces the latest entry of the longest queue, if that is longer by two than the party's own. */
  private makeRoom(ownLength: number): boolean {
    const longest = Math.max(ownLength + 2, ...this.round.map(({ queue }) => queue.length));
    const party = this.round.find(({ queue }) => queue.length === longest);
    const entry = party?.queue.at(-1);
    if (party === undefined || entry === undefined) return false;
    this.remove(party, entry);
    entry.displaced();
    return true;
  }
}
