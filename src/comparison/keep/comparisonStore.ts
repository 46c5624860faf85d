import type { EndedCounts } from './comparisonAccounts';
import type { SeenPair } from './observation';
import type { Sample } from './keptSample';

/** New evidence since the last save. */
export interface EvidenceBatch {
  readonly observed: readonly SeenPair[];
  readonly samples: readonly Sample[];
  /** All ended requests, not only the new ones. */
  readonly ended: EndedCounts;
}

/** Stores evidence beyond the life of the process. Every call rejects when the store fails. */
export interface ComparisonStore {
  /** Returns the outcomes of all requests served so far. */
  readonly ended: () => Promise<EndedCounts>;
  /** Returns the kept observations of some epochs, oldest first. */
  readonly observed: (epochs: readonly string[]) => Promise<readonly SeenPair[]>;
  /** Stores a batch in one transaction, and deletes evidence that is too old or too much. */
  readonly save: (batch: EvidenceBatch, now: number) => Promise<void>;
  /** Opens the store again after a failure, with all evidence that can still be read. */
  readonly renew: () => Promise<void>;
  readonly sample: (id: string) => Promise<Sample | undefined>;
}
