import { LRUCache } from 'lru-cache';
import {
  farther,
  type FoundOffers,
  type IndexCount,
  type IndexedOffer,
  type IndexStore,
  noMarks,
  type PartitionState,
} from './indexStore';

/** One caller's offers in memory. */
interface MemoryPartition {
  readonly state: () => PartitionState;
  readonly move: (state: PartitionState) => void;
  readonly find: (key: string) => FoundOffers;
  /** Keeps an entry unless a later state of that offer is known; marks the offer as seen in either case. */
  readonly put: (entry: IndexedOffer, pass: number) => void;
  readonly drop: (id: string) => void;
  /** Drops offers that no pass from this one on has seen. */
  readonly dropBefore: (pass: number) => void;
  readonly count: () => IndexCount;
}

const isEarlier = (
  { changed: firstChange }: IndexedOffer,
  { changed: secondChange }: IndexedOffer,
): boolean => firstChange !== null && secondChange !== null && firstChange < secondChange;

/** Returns an empty partition. */
function createMemoryPartition(initial: PartitionState): MemoryPartition {
  const offers = new Map<string, { readonly entry: IndexedOffer; readonly pass: number }>();
  const idsByKey = new Map<IndexedOffer['key'], Set<string>>();
  let state = initial;

  const drop = (id: string) => {
    const stored = offers.get(id);
    if (stored === undefined) return;
    const { key } = stored.entry;
    const ids = idsByKey.get(key);
    offers.delete(id);
    ids?.delete(id);
    if (ids?.size === 0) idsByKey.delete(key);
  };
  return {
    state: () => state,
    move: (next) => {
      state = next;
    },
    find: (key) => ({
      candidates: [...(idsByKey.get(key) ?? [])].flatMap((id) => offers.get(id)?.entry ?? []),
      complete: state.completeAt !== null,
    }),
    put: (seenOffer, pass) => {
      const storedOffer = offers.get(seenOffer.id)?.entry;
      const entry = storedOffer !== undefined && isEarlier(seenOffer, storedOffer) ? storedOffer : seenOffer;
      drop(entry.id);
      offers.set(entry.id, { entry, pass });
      idsByKey.set(entry.key, (idsByKey.get(entry.key) ?? new Set()).add(entry.id));
    },
    drop,
    dropBefore: (pass) => {
      for (const [id, offer] of offers) if (offer.pass < pass) drop(id);
    },
    count: () => {
      const unkeyed = idsByKey.get(null)?.size ?? 0;
      const logins = idsByKey.size - (unkeyed === 0 ? 0 : 1);
      return { offers: offers.size, unkeyed, duplicates: offers.size - unkeyed - logins };
    },
  };
}

const done = Promise.resolve();
/** The state of a partition before its first reading. */
const unreadState = { completeAt: null, knownMarks: noMarks };

const unknown: FoundOffers = { candidates: [], complete: false };

/** Gives every claim its lease: no other process reads a list into this memory. */
const uncontested: Pick<IndexStore, 'claim' | 'release'> = {
  claim: () => Promise.resolve({ isOwn: true, beats: 0 }),
  release: () => done,
};

/**
 * Creates an index in memory, which is lost with the process. It holds at most `maximumOffers` offers over all
 * partitions. Beyond that it drops the least recently used partition whole, which is read again when it is next used.
 */
export function createMemoryIndex(maximumOffers: number): IndexStore {
  const partitions = new LRUCache<string, MemoryPartition>({
    maxSize: maximumOffers,
    sizeCalculation: (partition) => Math.max(partition.count().offers, 1),
  });
  // The cache measures only values that are new to it.
  const measure = (name: string, partition: MemoryPartition) => partitions.set(name, { ...partition });
  return {
    find: (name, key) => Promise.resolve(partitions.get(name)?.find(key) ?? unknown),
    state: (name) => Promise.resolve(partitions.get(name)?.state()),
    begin: (name, pass, at) => {
      const partition = partitions.get(name);
      const { completeAt, knownMarks } = partition?.state() ?? unreadState;
      const begunPass = { number: pass, nextPage: 1, total: null, beganAt: at, marks: noMarks };
      const state = { ...begunPass, completeAt, knownMarks };
      if (partition === undefined) partitions.set(name, createMemoryPartition(state));
      else partition.move(state);
      return done;
    },
    remember: (name, pass, entries) => {
      const partition = partitions.get(name);
      if (partition?.state().number !== pass.number) return Promise.resolve(false);
      for (const entry of entries) partition.put(entry, pass.number);
      partition.move({ ...partition.state(), ...pass });
      measure(name, partition);
      return Promise.resolve(true);
    },
    finish: (name, pass, at) => {
      const partition = partitions.get(name);
      if (partition?.state().number !== pass) return done;
      partition.dropBefore(pass);
      const { marks, knownMarks, completeAt, ...state } = partition.state();
      const reached = completeAt === null ? marks : farther(knownMarks, marks);
      partition.move({ ...state, marks, nextPage: null, completeAt: at, knownMarks: reached });
      measure(name, partition);
      return done;
    },
    note: (name, entries) => {
      const partition = partitions.get(name);
      if (partition === undefined) return done;
      for (const entry of entries) partition.put(entry, partition.state().number);
      measure(name, partition);
      return done;
    },
    correct: (name, { id }, shownOffer) => {
      const partition = partitions.get(name);
      if (shownOffer === undefined) partition?.drop(id);
      else partition?.put(shownOffer, partition.state().number);
      return done;
    },
    advance: (name, marks) => {
      const partition = partitions.get(name);
      const state = partition?.state();
      if (state !== undefined) partition?.move({ ...state, knownMarks: farther(state.knownMarks, marks) });
      return done;
    },
    ...uncontested,
    count: (name) =>
      Promise.resolve(partitions.get(name)?.count() ?? { offers: 0, unkeyed: 0, duplicates: 0 }),
  };
}
