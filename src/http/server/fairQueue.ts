/** One who wants a place. */
export interface QueueEntry {
  /** On whose behalf: parties are served in turn, and the longest queue gives way. */
  readonly party: string;
  /** Called at once or when it is its turn; whoever has started owes one `leave` for the party. */
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

/** Parties that are remembered though they have no place. */
const KEPT = 64;

const nothing = (): void => undefined;

/** Of so many places one stays out of reach of any single party: there the next party starts at once. */
const SHARES = 8;

/** Finds the latest in the longest queue, when it has at least so many. */
function lastOfLongest(queues: readonly ReadonlySet<QueueEntry>[], least: number): QueueEntry | undefined {
  const most = Math.max(least, ...queues.map(({ size }) => size));
  return [...(queues.find(({ size }) => size === most) ?? [])].at(-1);
}

/** Not forgotten at once: most parties come again, and a Map that shrinks and grows is made anew each time. */
function countOff(working: Map<string, number>, party: string): void {
  const left = (working.get(party) ?? 0) - 1;
  if (left > 0 || working.size < KEPT) working.set(party, left);
  else working.delete(party);
}

/**
 * Makes a queue; `places` work at a time, `most` more may wait. Within a party first come is first served; between
 * parties it goes round, so that a party with one request does not wait behind a thousand of another.
 */
export function createFairQueue(places: number, most: number): FairQueue {
  /** In the order in which they get their turn. */
  const queues = new Map<string, Set<QueueEntry>>();
  const working = new Map<string, number>();
  const mostOfParty = places - Math.floor(places / SHARES);
  let taken = 0;
  let waiting = 0;

  const mayStart = (party: string): boolean => taken < places && (working.get(party) ?? 0) < mostOfParty;
  const begin = (comer: QueueEntry): void => {
    const { party } = comer;
    taken += 1;
    working.set(party, (working.get(party) ?? 0) + 1);
    comer.start();
  };
  const remove = (comer: QueueEntry): void => {
    const queue = queues.get(comer.party);
    if (queue?.delete(comer) !== true) return;
    waiting -= 1;
    if (queue.size === 0) queues.delete(comer.party);
  };
  const makeRoom = (own: number): boolean => {
    const last = lastOfLongest([...queues.values()], own + 2);
    if (last === undefined) return false;
    remove(last);
    last.displaced();
    return true;
  };
  const next = (): QueueEntry | undefined => {
    if (waiting === 0) return undefined;
    for (const [party, queue] of queues) {
      const [first] = queue;
      if (first === undefined || !mayStart(party)) continue;
      remove(first);
      if (queues.delete(party)) queues.set(party, queue); // to the end of the round
      return first;
    }
    return undefined;
  };

  return {
    enter: (comer) => {
      if (mayStart(comer.party)) {
        begin(comer);
        return nothing;
      }
      const own = queues.get(comer.party)?.size ?? 0;
      if (waiting >= most && !makeRoom(own)) return undefined;
      const queue = queues.get(comer.party) ?? new Set();
      queues.set(comer.party, queue.add(comer));
      waiting += 1;
      return () => remove(comer);
    },
    leave: (party) => {
      taken -= 1;
      countOff(working, party);
      const comer = next();
      if (comer !== undefined) begin(comer);
    },
    taken: () => taken,
    waiting: () => waiting,
  };
}
