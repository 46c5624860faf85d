import { createBuckets } from './createBuckets';
import type { Cutover } from './cutover';
import { decide, type Standing } from './decide';
import { standingFigures } from './standingFigures';

/** What decisions are made by. */
export interface DecisionParts {
  /** Draws the canary buckets; the same in every process of one cutover. */
  readonly seed: string;
  /** How a resource stands now. */
  readonly standing: (resource: string) => Standing;
  /** Clock ms. */
  readonly now: () => number;
}

/** Decides requests by how their resources stand, in the process that holds the cutover and in those that follow it. */
export function createDecisions({ seed, standing, now }: DecisionParts): Pick<Cutover, 'decide' | 'figures'> {
  const bucket = createBuckets(seed);
  return {
    decide: (resource, fingerprint, force) => {
      const caller =
        fingerprint === undefined ? undefined : { fingerprint, bucket: bucket(resource, fingerprint) };
      return decide(standing(resource), { caller, force }, now());
    },
    figures: (resource) => standingFigures(standing(resource), now()),
  };
}
