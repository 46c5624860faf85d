import { cleanRequestsNeeded, EXCESS_PROVEN, excessEvidence } from '../../cutover/evidence/rateConditions';
import {
  EXACT_STAKE,
  heldRung,
  noiseEvidence,
  type OperationCounts,
  type PathCounts,
  type RungCounts,
} from './pathCounts';
import { RUNGS } from './rungs';

/** A coin that falls on v2 this often is still called fair: three differences for two. */
const EXCESS = 0.6;

/** At this value v2's share is below that excess, with at most 1 error in 20 however often it is looked at. */
const CALM_PROVEN = 20;

/**
 * The e-value against "of the pairs in which only one differs, it is v2 in at least 60%": the counterpart of
 * `noiseEvidence`, betting on a fair coin.
 */
const calmEvidence = (onlyV2: number, onlyV1: number): number =>
  Math.exp(onlyV2 * Math.log(0.5 / EXCESS) + onlyV1 * Math.log(0.5 / (1 - EXCESS)));

/** What is known of a path, and how many more pairs would settle it. */
interface Judgement {
  readonly state: 'regression' | 'clean' | 'undecided';
  readonly morePairs: number;
}

/** Looks until v2 is shown not to differ more than v1, at the rate at which just one of them has differed so far. */
function calmLooksNeeded({ onlyV2, onlyV1 }: RungCounts, looks: number): number {
  const evidence = calmEvidence(onlyV2, onlyV1);
  if (evidence >= CALM_PROVEN) return 0;
  const gain = Math.log(calmEvidence(1, 1)) / 2;
  const rate = looks === 0 ? 1 : Math.max((onlyV2 + onlyV1) / looks, 1 / looks);
  return Math.ceil(Math.log(CALM_PROVEN / evidence) / gain / rate);
}

/** Judges one path: v2 is held to what v1 keeps, and may differ below that no more often than v1. */
export function judgePath(
  tally: PathCounts,
  { compared, looks: byLot }: OperationCounts,
  { budget, proven }: { readonly budget: number; readonly proven: ReadonlySet<PathCounts> },
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

/** How many of the requests differ. */
interface Share {
  readonly compared: number;
  readonly differing: number;
  /** Those of them that differ where a regression is proven. */
  readonly proven: number;
}

/** Whether a share keeps its budget, and how many requests without a difference would show that it does. */
interface ShareJudgement {
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

/** Halvings of the interval; after them the bound is exact to 15 digits. */
const HALVINGS = 50;

/** The chance of at most `hits` among `tried`, each with the chance `share`. */
function chanceOfAtMost(hits: number, tried: number, share: number): number {
  const odds = Math.log(share) - Math.log1p(-share);
  let logTerm = tried * Math.log1p(-share);
  let sum = Math.exp(logTerm);
  for (let hit = 1; hit <= hits; hit += 1) {
    logTerm += Math.log((tried - hit + 1) / hit) + odds;
    sum += Math.exp(logTerm);
  }
  return sum;
}

/** The share that is above the true one in 95% of all samples (Clopper and Pearson, one-sided); 1 for an empty sample. */
export function upperShare(hits: number, tried: number): number {
  if (hits >= tried) return 1;
  let [low, high] = [hits / tried, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (chanceOfAtMost(hits, tried, middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

/** Beyond this many looks nobody waits for a proof. */
const MOST_LOOKS = 1_000_000;

/** Looks that all say v2 is the odd one until a path is proven at one rung; 0 when it is, `needed` the e-value it takes. */
export function looksUntilProven({ onlyV2, onlyV1 }: RungCounts, needed: number): number {
  const isProven = (more: number) => noiseEvidence(onlyV2 + more, onlyV1) * EXACT_STAKE >= needed;
  let enough = 1;
  while (!isProven(enough) && enough < MOST_LOOKS) enough *= 2;
  let short = Math.floor(enough / 2);
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2);
    if (isProven(middle)) enough = middle;
    else short = middle;
  }
  return isProven(0) ? 0 : enough;
}
