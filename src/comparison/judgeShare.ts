import { cleanRequestsNeeded } from '../cutover/cleanRequestsNeeded';
import { EXCESS_PROVEN, excessEvidence } from '../cutover/excessEvidence';

/** How many of the requests differ. */
export interface Share {
  readonly compared: number;
  readonly differing: number;
  /** Those of them that differ where a regression is proven. */
  readonly proven: number;
}

/** Whether a share keeps its budget, and how many requests without a difference would show that it does. */
export interface ShareJudgement {
  readonly verdict: 'within' | 'over' | 'undecided';
  readonly morePairs: number;
}

/** A budget of nothing is a matter of counting. */
function judgeNone({ compared, differing, proven }: Share): ShareJudgement {
  if (proven > 0) return { verdict: 'over', morePairs: 0 };
  return compared > 0 && differing === 0
    ? { verdict: 'within', morePairs: 0 }
    : { verdict: 'undecided', morePairs: 1 };
}

/**
 * Holds a share against its budget, with the gate's own yardsticks: it is over by what is proven alone, and within by
 * all that was seen.
 */
export function judgeShare(share: Share, budget: number): ShareJudgement {
  if (budget === 0) return judgeNone(share);
  const { compared, differing, proven } = share;
  if (excessEvidence(proven, compared, budget) >= EXCESS_PROVEN) return { verdict: 'over', morePairs: 0 };
  const morePairs = cleanRequestsNeeded(differing, compared, budget);
  return { verdict: morePairs === 0 ? 'within' : 'undecided', morePairs };
}
