import { cleanRequestsNeeded } from '../cutover/cleanRequestsNeeded';
import { CALM_PROVEN, calmEvidence } from './calmEvidence';
import type { OperationTally } from './operationTally';
import { heldRung, type PathTally, type RungTally } from './pathTally';
import { RUNGS } from './rung';

/** What is known of a path, and how many more pairs would settle it. */
export interface Judgement {
  readonly state: 'regression' | 'clean' | 'undecided';
  readonly morePairs: number;
}

/** Looks until v2 is shown not to differ more than v1, at the rate at which just one of them has differed so far. */
function calmLooksNeeded({ onlyV2, onlyV1 }: RungTally, looks: number): number {
  const evidence = calmEvidence(onlyV2, onlyV1);
  if (evidence >= CALM_PROVEN) return 0;
  const gain = Math.log(calmEvidence(1, 1)) / 2;
  const rate = looks === 0 ? 1 : Math.max((onlyV2 + onlyV1) / looks, 1 / looks);
  return Math.ceil(Math.log(CALM_PROVEN / evidence) / gain / rate);
}

/** Judges one path: v2 is held to what v1 keeps, and may differ below that no more often than v1. */
export function judgePath(
  tally: PathTally,
  { compared, looks: byLot }: OperationTally,
  { budget, proven }: { readonly budget: number; readonly proven: ReadonlySet<PathTally> },
): Judgement {
  if (proven.has(tally)) return { state: 'regression', morePairs: 0 };
  const held = heldRung(tally);
  const looks = byLot + tally.looks;
  const kept = held === undefined ? 0 : cleanRequestsNeeded(tally.rungs[held].v2, compared, budget);
  const noisy = RUNGS.slice(0, held === undefined ? RUNGS.length : RUNGS.indexOf(held)).map((rung) => {
    const counts = tally.rungs[rung];
    return Math.min(cleanRequestsNeeded(counts.onlyV2, looks, budget), calmLooksNeeded(counts, looks));
  });
  const morePairs = Math.max(kept, ...noisy);
  return { state: morePairs === 0 ? 'clean' : 'undecided', morePairs };
}
