/** One offer as an index keeps it. No login in it: `key` is an HMAC, null for an offer without a login. */
export interface IndexedOffer {
  readonly id: string;
  readonly key: string | null;
  /** True when this offer wins over others with the same login. */
  readonly preferred: boolean;
  /** Instant (ms, by v2's clock) of its last change; null when v2 does not say. Of two looks the later change holds. */
  readonly changed: number | null;
}

/** Up to where a list is known: whatever is newer, or was changed later, may not be. */
export interface HighWaterMarks {
  /** The highest id; null when the list was empty. */
  readonly id: number | null;
  /** The latest change; null when v2 did not say. */
  readonly changed: number | null;
}

/** Which reading of the whole list an index is in, or was in last. */
export interface Pass {
  /** Counts up, so that entries of an earlier pass are recognised. */
  readonly number: number;
  /** Page to go on with; null when no pass is under way. */
  readonly nextPage: number | null;
  /** Length of the list when last seen; null before the first page. */
  readonly total: number | null;
  /** Instant (clock ms) of its beginning. */
  readonly beganAt: number;
  /** As its first page showed them. */
  readonly marks: HighWaterMarks;
}

/** The state of a partition. */
export interface PartitionState extends Pass {
  /** Instant (clock ms) at which a pass last reached the end of the list; null when none has. */
  readonly completeAt: number | null;
  /** Of a complete index: what is not beyond them is known. */
  readonly knownMarks: HighWaterMarks;
}

/** All known offers with one login. */
export interface FoundOffers {
  readonly candidates: readonly IndexedOffer[];
  /** True when a whole pass has been made, so that there are no others but beyond the marks. */
  readonly complete: boolean;
}

/** Marks of a list about which nothing is known. */
export const noMarks: HighWaterMarks = { id: null, changed: null };

/** Returns the marks that a page shows. */
export const marksOf = (entries: readonly IndexedOffer[]): HighWaterMarks =>
  entries.reduce((marks, { id, changed }) => farther(marks, { id: Number(id), changed }), noMarks);

const later = (firstTime: number | null, secondTime: number | null): number | null =>
  firstTime === null || secondTime === null ? (firstTime ?? secondTime) : Math.max(firstTime, secondTime);

/** Returns the farther of two marks each. */
export const farther = (firstMarks: HighWaterMarks, secondMarks: HighWaterMarks): HighWaterMarks => ({
  id: later(firstMarks.id, secondMarks.id),
  changed: later(firstMarks.changed, secondMarks.changed),
});

/** Figures for the operator. */
export interface IndexCount {
  readonly offers: number;
  /** Offers without a login (non-legacy ones). */
  readonly unkeyed: number;
  /** Offers that share their login with another, beyond the first of each. */
  readonly duplicates: number;
}

/** Lease of the process that reads the list of a partition. */
export interface ScanLease {
  readonly isOwn: boolean;
  /** Counts the signs of life of the process that scans. */
  readonly beats: number;
}

/** A store of indexes. A partition holds what one key may see; none reads another's. */
export interface IndexStore {
  readonly find: (partition: string, key: string) => Promise<FoundOffers>;
  readonly state: (partition: string) => Promise<PartitionState | undefined>;
  /** Starts a pass at page 1. */
  readonly begin: (partition: string, pass: number, at: number) => Promise<void>;
  /** Keeps one page; false when the pass is no longer the partition's own: then nothing is kept. */
  readonly remember: (partition: string, pass: Pass, entries: readonly IndexedOffer[]) => Promise<boolean>;
  /** Ends a pass at the end of the list: offers that it has not seen are gone, its marks are known. */
  readonly finish: (partition: string, pass: number, at: number) => Promise<void>;
  /** Keeps what was seen of offers outside a pass; nothing where no pass was ever begun. */
  readonly note: (partition: string, entries: readonly IndexedOffer[]) => Promise<void>;
  /** Puts what a read has shown of an offer in the place of what was known; undefined: it is gone for good. */
  readonly correct: (
    partition: string,
    indexedOffer: Pick<IndexedOffer, 'id' | 'key'>,
    shownOffer: IndexedOffer | undefined,
  ) => Promise<void>;
  /** Moves the known marks forward: all up to these has been seen. */
  readonly advance: (partition: string, marks: HighWaterMarks) => Promise<void>;
  readonly count: (partition: string) => Promise<IndexCount>;
  /** Takes the lease of a scan, or renews it, unless another has it who has given a sign of life since `gone`. */
  readonly claim: (partition: string, by: string, gone?: number) => Promise<ScanLease>;
  /** Gives up the lease of a scan; nothing if it is another's. */
  readonly release: (partition: string, by: string) => Promise<void>;
}

/** An index that outlives the process. */
export interface StoredIndex extends IndexStore {
  /**
   * Calls every partition incomplete and numbers its last pass anew, so that it is read again from page 1: the store
   * has missed what happened. Resolves, to the store to go on with, only where that can be written.
   */
  readonly renew: (pass: number) => Promise<StoredIndex>;
}
