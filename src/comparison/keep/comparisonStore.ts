import type { Resolution } from '../judge/judgedEvidence';
import type { Ended } from './comparisonAccounts';
import type { Observed } from './observed';
import type { Sample } from './keptSample';

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

const MOST_SAMPLES = 500;
const MOST_OBSERVED = 5_000;

/** Keeps the latest samples and observations, and nothing over a restart. */
export function memoryComparisonStore(): ComparisonStore {
  const samples = new Map<string, Sample>();
  let kept: readonly Observed[] = [];
  return {
    ended: () => Promise.resolve(new Map()),
    observed: (epochs) => Promise.resolve(kept.filter(({ epoch }) => epochs.includes(epoch))),
    save: ({ observed, samples: added }) => {
      if (observed.length > 0) kept = [...kept, ...observed].slice(-MOST_OBSERVED);
      for (const sample of added) samples.set(sample.id, sample);
      for (const id of [...samples.keys()].slice(0, Math.max(0, samples.size - MOST_SAMPLES)))
        samples.delete(id);
      return Promise.resolve();
    },
    renew: () => Promise.resolve(),
    sample: (id) => Promise.resolve(samples.get(id)),
  };
}
