import type { CutoverStore } from './cutoverStore';
import { createTally, type Tally } from './createTally';
import type { Evidence } from './evidence';
import { noEvidence } from './noEvidence';
import type { Observation } from './observation';

/** The evidence of all resources within the current epoch: where the edge and the comparison put what they see. */
export interface EvidenceBook {
  readonly observe: (resource: string, observation: Observation) => void;
  readonly of: (resource: string) => Evidence;
  /**
   * Begins anew at once where the epoch is another, and goes on with what the store holds of it. Rejects when the store
   * fails; then nothing is kept before it is opened once more.
   */
  readonly open: (epoch: string, resources: readonly string[]) => Promise<void>;
  /** Keeps what has changed since the last time. Rejects when the store fails. */
  readonly save: () => Promise<void>;
  /** All of it is to be kept again: the store may be another one. */
  readonly keepAnew: () => void;
}

/** An empty book. */
export function createEvidenceBook(
  store: Pick<CutoverStore, 'loadEvidence' | 'saveEvidence'>,
  now: () => number,
): EvidenceBook {
  let tallies = new Map<string, Tally>();
  let current = '';
  let isOpen = false;
  const changed = new Set<string>();

  const tallyOf = (resource: string): Tally => {
    const known = tallies.get(resource);
    if (known !== undefined) return known;
    const tally = createTally(noEvidence(now()));
    tallies.set(resource, tally);
    return tally;
  };
  return {
    observe: (resource, observation) => {
      changed.add(resource);
      tallyOf(resource).observe(observation);
    },
    of: (resource) => tallyOf(resource).evidence,
    open: async (epoch, resources) => {
      if (epoch !== current) {
        changed.clear();
        [tallies, current, isOpen] = [new Map<string, Tally>(), epoch, false];
      }
      if (isOpen) return;
      const begun = tallies;
      const found = new Map<string, Tally>();
      for (const resource of resources) {
        const saved = await store.loadEvidence(resource, epoch);
        found.set(resource, saved === undefined ? tallyOf(resource) : createTally(saved));
      }
      // Someone else may have opened it meanwhile, or begun another epoch.
      if (tallies === begun) [tallies, isOpen] = [found, true];
    },
    keepAnew: () => {
      for (const resource of tallies.keys()) changed.add(resource);
    },
    save: async () => {
      for (const resource of [...changed]) {
        if (!isOpen || !changed.delete(resource)) continue;
        try {
          await store.saveEvidence(resource, current, tallyOf(resource).evidence);
        } catch (error) {
          changed.add(resource);
          throw error;
        }
      }
    },
  };
}
