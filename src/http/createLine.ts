/** One who wants a place. */
export interface Comer {
  /** On whose behalf: parties are served in turn, and the longest queue gives way. */
  readonly party: string;
  /** Called at once or when it is its turn; whoever has started owes one `leave` for the party. */
  readonly start: () => void;
  /** Called instead, at most once, when it has to make room in a full line for a party that has less. */
  readonly displaced: () => void;
}

/** A fixed number of places with a waiting line of fixed length before them. */
export interface Line {
  /** Returns the way out of the line (no effect once started), or undefined, without a start, when it is full. */
  readonly enter: (comer: Comer) => (() => void) | undefined;
  /** Gives a place of the party back. */
  readonly leave: (party: string) => void;
  readonly taken: () => number;
  readonly waiting: () => number;
}

/** Of so many places one stays out of reach of any single party: there the next party starts at once. */
const SHARES = 8;

/** Who has a place or wants one. */
interface Party {
  readonly name: string;
  readonly queue: Set<Comer>;
  working: number;
}

/** Who has a place or wants one, by name; nobody else is remembered. */
function createParties() {
  const parties = new Map<string, Party>();
  return {
    named: (name: string): Party => {
      const known = parties.get(name);
      if (known !== undefined) return known;
      const party = { name, queue: new Set<Comer>(), working: 0 };
      parties.set(name, party);
      return party;
    },
    forgetIdle: ({ name, queue, working }: Party): void => {
      if (working === 0 && queue.size === 0) parties.delete(name);
    },
  };
}

/** The queues of parties. */
function createQueues() {
  /** Those with a queue, in the order in which they get their turn. */
  const queuing = new Set<Party>();
  let waiting = 0;
  const remove = (party: Party, comer: Comer): boolean => {
    if (!party.queue.delete(comer)) return false;
    waiting -= 1;
    if (party.queue.size === 0) queuing.delete(party);
    return true;
  };
  return {
    waiting: () => waiting,
    remove,
    add: (party: Party, comer: Comer): void => {
      party.queue.add(comer);
      queuing.add(party);
      waiting += 1;
    },
    /** Who comes first in the first queue of a party that may start, out of it now. */
    takeNext: (mayStart: (party: Party) => boolean): [Party, Comer] | undefined => {
      for (const party of queuing) {
        const [first] = party.queue;
        if (first === undefined || !mayStart(party)) continue;
        remove(party, first);
        if (queuing.delete(party)) queuing.add(party); // to the end of the round
        return [party, first];
      }
      return undefined;
    },
    /** Who came last of those in the longest queue, when it has at least so many. */
    lastOfLongest: (least: number): Comer | undefined => {
      const longest = Math.max(least, ...[...queuing].map(({ queue }) => queue.size));
      return [...([...queuing].find(({ queue }) => queue.size === longest)?.queue ?? [])].at(-1);
    },
  };
}

/**
 * Makes a line; `places` work at a time, `most` more may wait. Within a party first come is first served; between
 * parties it goes round, so that a party with one request does not wait behind a thousand of another.
 */
export function createLine(places: number, most: number): Line {
  const { named, forgetIdle } = createParties();
  const queues = createQueues();
  const mostOfParty = places - Math.floor(places / SHARES);
  let taken = 0;

  const mayStart = ({ working }: Party): boolean => taken < places && working < mostOfParty;
  const begin = (party: Party, comer: Comer): void => {
    taken += 1;
    party.working += 1;
    comer.start();
  };
  const remove = (party: Party, comer: Comer): void => {
    // A way out may be taken late, when another party by that name is there.
    if (queues.remove(party, comer)) forgetIdle(party);
  };
  const makeRoom = (own: number): boolean => {
    const last = queues.lastOfLongest(own + 2);
    if (last === undefined) return false;
    remove(named(last.party), last);
    last.displaced();
    return true;
  };

  return {
    enter: (comer) => {
      const party = named(comer.party);
      if (mayStart(party)) {
        begin(party, comer);
        return nothing;
      }
      if (queues.waiting() >= most && !makeRoom(party.queue.size)) {
        forgetIdle(party);
        return undefined;
      }
      queues.add(party, comer);
      return () => remove(party, comer);
    },
    leave: (name) => {
      const party = named(name);
      taken -= 1;
      party.working -= 1;
      forgetIdle(party);
      const next = queues.waiting() === 0 ? undefined : queues.takeNext(mayStart);
      if (next !== undefined) begin(...next);
    },
    taken: () => taken,
    waiting: queues.waiting,
  };
}

const nothing = (): void => undefined;
