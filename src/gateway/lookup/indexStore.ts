import { LRUCache } from 'lru-cache';

/** One offer in an index. It holds no login: `key` is an HMAC, or null for an offer without a login. */
export interface IndexedOffer {
  readonly id: string;
  readonly key: string | null;
  /** True when this offer wins over others with the same login. */
  readonly preferred: boolean;
  /** Instant (ms, by v2's clock) of the last change; null when v2 does not say. The later of two changes wins. */
  readonly changed: number | null;
}

/** Marks up to which a list is known: a newer item, or a later change, may be unknown. */
export interface HighWaterMarks {
  /** The highest id; null when the list was empty. */
  readonly id: number | null;
  /** The latest change; null when v2 did not say. */
  readonly changed: number | null;
}

/** The current or last reading of the whole list. */
export interface Pass {
  /** Number of the pass, which counts up so that entries of an earlier pass are recognised. */
  readonly number: number;
  /** Page to continue with; null when no pass is under way. */
  readonly nextPage: number | null;
  /** Length of the list at its last page; null before the first page. */
  readonly total: number | null;
  /** Instant (clock ms) at which the pass began. */
  readonly beganAt: number;
  /** Marks that the first page of the pass showed. */
  readonly marks: HighWaterMarks;
}

interface PartitionState extends Pass {
  /** Instant (clock ms) at which a pass last reached the end of the list; null when none has. */
  readonly completeAt: number | null;
  /** Marks of a complete index: everything up to them is known. */
  readonly knownMarks: HighWaterMarks;
}

/** All known offers with one login. */
export interface FoundOffers {
  readonly candidates: readonly IndexedOffer[];
  /** True after a whole pass: there are no other offers but beyond the marks. */
  readonly complete: boolean;
}

export const noMarks: HighWaterMarks = { id: null, changed: null };

export const marksOf = (entries: readonly IndexedOffer[]): HighWaterMarks =>
  entries.reduce((marks, { id, changed }) => maxMarks(marks, { id: Number(id), changed }), noMarks);

const laterTime = (firstTime: number | null, secondTime: number | null): number | null =>
  firstTime === null || secondTime === null ? (firstTime ?? secondTime) : Math.max(firstTime, secondTime);

const maxMarks = (firstMarks: HighWaterMarks, secondMarks: HighWaterMarks): HighWaterMarks => ({
  id: laterTime(firstMarks.id, secondMarks.id),
  changed: laterTime(firstMarks.changed, secondMarks.changed),
});

/** Figures for the operator. */
interface IndexCount {
  readonly offers: number;
  /** Offers without a login (non-legacy ones). */
  readonly unkeyed: number;
  /** Offers that share their login with another, not counting the first of each login. */
  readonly duplicates: number;
}

/** Lease of the one process that reads the list of a partition. */
export interface ScanLease {
  readonly isOwn: boolean;
  /** Number of signs of life that the scanning process has given. */
  readonly beats: number;
}

/** A store of indexes. A partition holds what one key may see; no key reads the partition of another. */
export interface IndexStore {
  readonly find: (partition: string, key: string) => Promise<FoundOffers>;
  readonly state: (partition: string) => Promise<PartitionState | undefined>;
  /** Starts a pass at page 1. */
  readonly begin: (partition: string, pass: number, at: number) => Promise<void>;
  /** Keeps one page; false, and keeps nothing, when another pass has taken the partition over. */
  readonly remember: (partition: string, pass: Pass, entries: readonly IndexedOffer[]) => Promise<boolean>;
  /** Ends a pass at the end of the list: unseen offers are gone, and its marks are known. */
  readonly finish: (partition: string, pass: number, at: number) => Promise<void>;
  /** Keeps offers that were seen outside a pass; keeps nothing if no pass was ever begun. */
  readonly note: (partition: string, entries: readonly IndexedOffer[]) => Promise<void>;
  /** Replaces a known offer by the state that a read has shown. Undefined deletes it. */
  readonly correct: (
    partition: string,
    indexedOffer: Pick<IndexedOffer, 'id' | 'key'>,
    shownOffer: IndexedOffer | undefined,
  ) => Promise<void>;
  /** Moves the known marks forward: everything up to these has been seen. */
  readonly advance: (partition: string, marks: HighWaterMarks) => Promise<void>;
  readonly count: (partition: string) => Promise<IndexCount>;
  /** Takes or renews the lease of a scan, unless another process holds it and has given a sign of life since `gone`. */
  readonly claim: (partition: string, by: string, gone?: number) => Promise<ScanLease>;
  /** Gives up the lease of a scan; does nothing if another process holds it. */
  readonly release: (partition: string, by: string) => Promise<void>;
}

/** An index that outlives the process. */
export interface StoredIndex extends IndexStore {
  /**
   * Marks every partition incomplete and renumbers its last pass, so that it is read from page 1: the store has missed
   * changes. Resolves, to the store to continue with, only if the store can be written.
   */
  readonly renew: (pass: number) => Promise<StoredIndex>;
}

type MemoryPartition = ReturnType<typeof createMemoryPartition>;

const isEarlier = (offer: IndexedOffer, { changed }: IndexedOffer): boolean =>
  offer.changed !== null && changed !== null && offer.changed < changed;

/** Creates one partition of the index in memory. */
function createMemoryPartition(initial: PartitionState) {
  const offers = new Map<string, { readonly entry: IndexedOffer; readonly pass: number }>();
  const idsByKey = new Map<IndexedOffer['key'], Set<string>>();
  let state = initial;

  const dropOffer = (id: string): void => {
    const key = offers.get(id)?.entry.key ?? null;
    const ids = idsByKey.get(key);
    offers.delete(id);
    ids?.delete(id);
    if (ids?.size === 0) idsByKey.delete(key);
  };
  return {
    state: (): PartitionState => state,
    renew: (next: PartitionState): void => {
      state = next;
    },
    find: (key: string): FoundOffers => ({
      candidates: [...(idsByKey.get(key) ?? [])].flatMap((id) => offers.get(id)?.entry ?? []),
      complete: state.completeAt !== null,
    }),
    /** Keeps an entry unless a later state of that offer is known. Marks the offer as seen in either case. */
    keepOffer: (seenOffer: IndexedOffer, pass: number): void => {
      const storedOffer = offers.get(seenOffer.id)?.entry;
      const entry = storedOffer !== undefined && isEarlier(seenOffer, storedOffer) ? storedOffer : seenOffer;
      dropOffer(entry.id);
      offers.set(entry.id, { entry, pass });
      idsByKey.set(entry.key, (idsByKey.get(entry.key) ?? new Set()).add(entry.id));
    },
    dropOffer,
    /** Drops offers that no pass from this one on has seen. */
    dropUnseen: (pass: number): void => {
      for (const [id, offer] of offers) if (offer.pass < pass) dropOffer(id);
    },
    countOffers: (): IndexCount => {
      const unkeyed = idsByKey.get(null)?.size ?? 0;
      const logins = idsByKey.size - (unkeyed === 0 ? 0 : 1);
      return { offers: offers.size, unkeyed, duplicates: offers.size - unkeyed - logins };
    },
  };
}

const workDone = Promise.resolve();
/** The state of a partition before its first reading. */
const unreadState = { completeAt: null, knownMarks: noMarks };

const emptyCount: IndexCount = { offers: 0, unkeyed: 0, duplicates: 0 };
const unknown: FoundOffers = { candidates: [], complete: false };

/** Creates an index in memory. Beyond `maximumOffers` it drops the least recently used partition whole. */
export function createMemoryIndex(maximumOffers: number): IndexStore {
  const partitions = new LRUCache<string, MemoryPartition>({
    maxSize: maximumOffers,
    sizeCalculation: (partition) => Math.max(partition.countOffers().offers, 1),
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
      else partition.renew(state);
      return workDone;
    },
    remember: (name, pass, entries) => {
      const partition = partitions.get(name);
      if (partition?.state().number !== pass.number) return Promise.resolve(false);
      for (const entry of entries) partition.keepOffer(entry, pass.number);
      partition.renew({ ...partition.state(), ...pass });
      measure(name, partition);
      return Promise.resolve(true);
    },
    finish: (name, pass, at) => {
      const partition = partitions.get(name);
      if (partition?.state().number !== pass) return workDone;
      partition.dropUnseen(pass);
      const { marks, knownMarks, completeAt, ...state } = partition.state();
      const reached = completeAt === null ? marks : maxMarks(knownMarks, marks);
      partition.renew({ ...state, marks, nextPage: null, completeAt: at, knownMarks: reached });
      measure(name, partition);
      return workDone;
    },
    note: (name, entries) => {
      const partition = partitions.get(name);
      if (partition === undefined) return workDone;
      for (const entry of entries) partition.keepOffer(entry, partition.state().number);
      measure(name, partition);
      return workDone;
    },
    correct: (name, { id }, shownOffer) => {
      const partition = partitions.get(name);
      if (shownOffer === undefined) partition?.dropOffer(id);
      else partition?.keepOffer(shownOffer, partition.state().number);
      return workDone;
    },
    advance: (name, marks) => {
      const partition = partitions.get(name);
      const state = partition?.state();
      if (state !== undefined) partition?.renew({ ...state, knownMarks: maxMarks(state.knownMarks, marks) });
      return workDone;
    },
    // No other process reads a list into this memory.
    claim: () => Promise.resolve({ isOwn: true, beats: 0 }),
    release: () => workDone,
    count: (name) => Promise.resolve(partitions.get(name)?.countOffers() ?? emptyCount),
  };
}
