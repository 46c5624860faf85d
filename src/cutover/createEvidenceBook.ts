import type { CutoverStore } from './cutoverStore';
import { createTally, type Tally } from './createTally';
import type { Evidence } from './evidence';
import { noEvidence } from './noEvidence';
import type { Observation } from './observation';

/** The evidence of all resources within the current epoch: where the edge and the comparison put what they see. */
export interface EvidenceBook {
  readonly observe: (resource: string, observation: Observation) => void;
  readonly of: (resource: string) => Evidence;
  /** Goes on with what the store holds of an epoch, or begins anew. Rejects when the store fails. */
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
      const opened = new Map<string, Tally>();
      for (const resource of resources) {
        const saved = await store.loadEvidence(resource, epoch);
        opened.set(resource, createTally(saved ?? noEvidence(now())));
      }
      changed.clear();
      [tallies, current] = [opened, epoch];
    },
    keepAnew: () => {
      for (const resource of tallies.keys()) changed.add(resource);
    },
    save: async () => {
      for (const resource of [...changed]) {
        await store.saveEvidence(resource, current, tallyOf(resource).evidence);
        changed.delete(resource);
      }
    },
  };
}
