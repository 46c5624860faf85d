import { createBuckets } from './createBuckets';
import { decide, type Standing } from './decide';
import type { Decision } from './decision';
import type { Side } from './stage';
import { type StandingFigures, standingFigures } from './standingFigures';

/** What decisions are made by. */
export interface DecisionParts {
  /** Draws the canary buckets; the same in every process of one cutover. */
  readonly seed: string;
  /** How a resource stands now. */
  readonly standing: (resource: string) => Standing;
  /** Clock ms. */
  readonly now: () => number;
}

/** The decisions of one process. */
export interface Decisions {
  /** Decides one request; under 2 microseconds. */
  readonly decide: (resource: string, caller: string | undefined, force?: Side) => Decision;
  /** How a resource stands now. */
  readonly figures: (resource: string) => StandingFigures;
}

/** Decides requests by how their resources stand, in the process that holds the cutover and in those that follow it. */
export function createDecisions({ seed, standing, now }: DecisionParts): Decisions {
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
