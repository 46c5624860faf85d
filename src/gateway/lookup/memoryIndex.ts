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

type MemoryPartition = ReturnType<typeof createMemoryPartition>;

const isEarlier = (offer: IndexedOffer, { changed }: IndexedOffer): boolean =>
  offer.changed !== null && changed !== null && offer.changed < changed;

function createMemoryPartition(initial: PartitionState) {
  const offers = new Map<string, { readonly entry: IndexedOffer; readonly pass: number }>();
  const idsByKey = new Map<IndexedOffer['key'], Set<string>>();
  let state = initial;

  const drop = (id: string): void => {
    const key = offers.get(id)?.entry.key ?? null;
    const ids = idsByKey.get(key);
    offers.delete(id);
    ids?.delete(id);
    if (ids?.size === 0) idsByKey.delete(key);
  };
  return {
    state: (): PartitionState => state,
    move: (next: PartitionState): void => {
      state = next;
    },
    find: (key: string): FoundOffers => ({
      candidates: [...(idsByKey.get(key) ?? [])].flatMap((id) => offers.get(id)?.entry ?? []),
      complete: state.completeAt !== null,
    }),
    /** Keeps an entry unless a later state of that offer is known; marks the offer as seen in either case. */
    put: (seenOffer: IndexedOffer, pass: number): void => {
      const storedOffer = offers.get(seenOffer.id)?.entry;
      const entry = storedOffer !== undefined && isEarlier(seenOffer, storedOffer) ? storedOffer : seenOffer;
      drop(entry.id);
      offers.set(entry.id, { entry, pass });
      idsByKey.set(entry.key, (idsByKey.get(entry.key) ?? new Set()).add(entry.id));
    },
    drop,
    /** Drops offers that no pass from this one on has seen. */
    dropBefore: (pass: number): void => {
      for (const [id, offer] of offers) if (offer.pass < pass) drop(id);
    },
    count: (): IndexCount => {
      const unkeyed = idsByKey.get(null)?.size ?? 0;
      const logins = idsByKey.size - (unkeyed === 0 ? 0 : 1);
      return { offers: offers.size, unkeyed, duplicates: offers.size - unkeyed - logins };
    },
  };
}

const done = Promise.resolve();
/** The state of a partition before its first reading. */
const unreadState = { completeAt: null, knownMarks: noMarks };

const emptyCount: IndexCount = { offers: 0, unkeyed: 0, duplicates: 0 };
const unknown: FoundOffers = { candidates: [], complete: false };

/** Creates an index in memory. Beyond `maximumOffers` it drops the least recently used partition whole. */
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
    // No other process reads a list into this memory.
    claim: () => Promise.resolve({ isOwn: true, beats: 0 }),
    release: () => done,
    count: (name) => Promise.resolve(partitions.get(name)?.count() ?? emptyCount),
  };
}
