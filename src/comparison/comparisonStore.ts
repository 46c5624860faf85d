import type { Resolution } from './book';
import type { Ended } from './createAccounts';
import type { Observed } from './observed';
import type { Sample } from './sample';

/** What has come together since the last time. */
export interface Batch {
  readonly observed: readonly Observed[];
  readonly samples: readonly Sample[];
  /** All of them, not only the new ones. */
  readonly ended: Ended;
  /** What was called mended, all of it, so that the file tells it without the log of the stages. */
  readonly resolutions?: readonly Resolution[];
}

/** Where evidence outlives the process. Every call rejects when the store fails. */
export interface ComparisonStore {
  /** How everything served has ended so far. */
  readonly ended: () => Promise<Ended>;
  /** The observations of some epochs, oldest first, as far as they are kept. */
  readonly observed: (epochs: readonly string[]) => Promise<readonly Observed[]>;
  /** Keeps a batch whole or not at all, and lets go of what is too old or too much. */
  readonly save: (batch: Batch, now: number) => Promise<void>;
  /** Takes the store up anew, whatever has become of it, with what can still be read of what it held. */
  readonly renew: () => Promise<void>;
  readonly sample: (id: string) => Promise<Sample | undefined>;
}
