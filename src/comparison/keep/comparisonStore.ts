import type { Ended } from './comparisonAccounts';
import type { Observed } from './observation';
import type { Sample } from './keptSample';

/** New evidence since the last save. */
export interface EvidenceBatch {
  readonly observed: readonly Observed[];
  readonly samples: readonly Sample[];
  /** All ended requests, not only the new ones. */
  readonly ended: Ended;
}

/** Stores evidence beyond the life of the process. Every call rejects when the store fails. */
export interface ComparisonStore {
  /** Returns the outcomes of all requests served so far. */
  readonly ended: () => Promise<Ended>;
  /** Returns the kept observations of some epochs, oldest first. */
  readonly observed: (epochs: readonly string[]) => Promise<readonly Observed[]>;
  /** Stores a batch in one transaction, and deletes evidence that is too old or too much. */
  readonly save: (batch: EvidenceBatch, now: number) => Promise<void>;
  /** Opens the store again after a failure, with all evidence that can still be read. */
  readonly renew: () => Promise<void>;
  readonly sample: (id: string) => Promise<Sample | undefined>;
}
