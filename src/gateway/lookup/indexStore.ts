/** One offer as an index keeps it. No login in it: `key` is an HMAC, null for an offer without a login. */
export interface IndexEntry {
  readonly id: string;
  readonly key: string | null;
  /** True when this offer wins over others with the same login. */
  readonly preferred: boolean;
}

/** Which reading of the whole list an index is in, or was in last. */
export interface Pass {
  /** Counts up, so that what an earlier pass left behind can be told. */
  readonly number: number;
  /** Page to go on with; null when no pass is under way. */
  readonly nextPage: number | null;
  /** Length of the list when last seen; null before the first page. */
  readonly total: number | null;
  /** Instant (clock ms) of its beginning. */
  readonly beganAt: number;
}

/** What a partition knows of itself. */
export interface PartitionState extends Pass {
  /** Instant (clock ms) at which a pass last reached the end of the list; null when none has, or it proved wrong. */
  readonly completeAt: number | null;
}

/** All known offers with one login. */
export interface Found {
  readonly candidates: readonly IndexEntry[];
  /** True when a whole pass has been made, so that there are no others but newer ones. */
  readonly complete: boolean;
}

/** Figures for the operator. */
export interface IndexCount {
  readonly offers: number;
  /** Offers without a login (non-legacy ones). */
  readonly unkeyed: number;
  /** Offers that share their login with another, beyond the first of each. */
  readonly duplicates: number;
}

/** Where indexes are kept. A partition holds what one key may see; none reads another's. */
export interface IndexStore {
  readonly find: (partition: string, key: string) => Promise<Found>;
  readonly state: (partition: string) => Promise<PartitionState | undefined>;
  /** Starts a pass at page 1. */
  readonly begin: (partition: string, pass: number, at: number) => Promise<void>;
  /** Keeps one page; false when the pass is no longer the partition's own: then nothing is kept. */
  readonly remember: (partition: string, pass: Pass, entries: readonly IndexEntry[]) => Promise<boolean>;
  /** Ends a pass at the end of the list: offers that it has not seen are gone. */
  readonly finish: (partition: string, pass: number, at: number) => Promise<void>;
  /** Corrects what is known of one offer. */
  readonly amend: (partition: string, entry: IndexEntry) => Promise<void>;
  /** Drops an entry that a read disproved, and with it the claim to be complete; a no-op when it is gone already. */
  readonly forget: (partition: string, entry: IndexEntry) => Promise<void>;
  readonly count: (partition: string) => Promise<IndexCount>;
}

/** An index that outlives the process. */
export interface KeptIndexStore extends IndexStore {
  /**
   * Calls every partition incomplete and numbers its last pass anew, so that it is read again from page 1: the store
   * has missed what happened. Resolves, to the store to go on with, only where that can be written.
   */
  readonly renew: (pass: number) => Promise<KeptIndexStore>;
}
