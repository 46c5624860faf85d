import { cleanRequestsNeeded, EXCESS_PROVEN, excessEvidence } from '../../cutover/evidence/rateConditions';
import type { ComparisonReport } from '../report/comparisonReport';
import {
  EXACT_STAKE,
  noiseEvidence,
  type OperationCounts,
  type PathCounts,
  type LevelCounts,
} from './pathCounts';
import { NOISE_LEVELS } from './noiseLevels';

/** Share of v2 up to which the coin still counts as fair: three differences for two. */
const EXCESS = 0.6;

/** E-value that proves v2's share to be below that excess, with at most 1 error in 20 however often it is read. */
const CALM_PROVEN = 20;

/**
 * Returns the e-value against "of the pairs in which only one side differs, it is v2 in at least 60%": the counterpart
 * of `noiseEvidence`, which bets on a fair coin.
 */
const calmEvidence = (onlyV2: number, onlyV1: number): number =>
  Math.exp(onlyV2 * Math.log(0.5 / EXCESS) + onlyV1 * Math.log(0.5 / (1 - EXCESS)));

/** Estimates the looks until v2 is proven not to differ more than v1, at the present rate of one-sided differences. */
function calmLooksNeeded({ onlyV2, onlyV1 }: LevelCounts, looks: number): number {
  const evidence = calmEvidence(onlyV2, onlyV1);
  if (evidence >= CALM_PROVEN) return 0;
  const gain = Math.log(calmEvidence(1, 1)) / 2;
  const rate = looks === 0 ? 1 : Math.max((onlyV2 + onlyV1) / looks, 1 / looks);
  return Math.ceil(Math.log(CALM_PROVEN / evidence) / gain / rate);
}

/** Counts the clean pairs that are still needed. No number of them proves a budget of zero after a difference. */
const cleanPairsNeeded = (hits: number, tried: number, budget: number): number =>
  budget === 0 ? Number(hits > 0 || tried === 0) : cleanRequestsNeeded(hits, tried, budget);

/** Judges one path: v2 must keep the level that v1 keeps, and may break stricter ones no more often than v1. */
export function judgePath(
  pathCounts: PathCounts,
  { compared, looks: byLot }: OperationCounts,
  { budget, proven }: { readonly budget: number; readonly proven: ReadonlySet<PathCounts> },
): Pick<ComparisonReport['noise'][number], 'state' | 'morePairs'> {
  if (proven.has(pathCounts)) return { state: 'regression', morePairs: 0 };
  const looks = byLot + pathCounts.looks;
  let morePairs = 0;
  for (const counts of NOISE_LEVELS.map((level) => pathCounts.levels[level])) {
    if (counts.v1 === 0) {
      morePairs = Math.max(morePairs, cleanPairsNeeded(counts.v2, compared, budget));
      break;
    }
    const noisyPairs = Math.min(
      cleanPairsNeeded(counts.onlyV2, looks, budget),
      calmLooksNeeded(counts, looks),
    );
    morePairs = Math.max(morePairs, noisyPairs);
  }
  return { state: morePairs === 0 ? 'clean' : 'undecided', morePairs };
}

/** Judges a share by the gate's measures: only proven requests exceed the budget, all differing must be within. */
export function judgeShare(
  { compared, differing, proven }: Pick<ComparisonReport, 'compared' | 'differing' | 'proven'>,
  budget: number,
): Pick<ComparisonReport, 'verdict' | 'morePairs'> {
  const isOver = budget === 0 ? proven > 0 : excessEvidence(proven, compared, budget) >= EXCESS_PROVEN;
  if (isOver) return { verdict: 'over', morePairs: 0 };
  const morePairs = cleanPairsNeeded(differing, compared, budget);
  return { verdict: morePairs === 0 ? 'within' : 'undecided', morePairs };
}

/** Number of halvings of the interval, after which the bound is exact to 15 digits. */
const HALVINGS = 50;

/** Computes the chance of at most `hits` among `tried` at a share. */
function chanceOfAtMost(hits: number, trials: number, share: number): number {
  const odds = Math.log(share) - Math.log1p(-share);
  let logTerm = trials * Math.log1p(-share);
  let sum = Math.exp(logTerm);
  for (let hit = 1; hit <= hits; hit += 1) {
    logTerm += Math.log((trials - hit + 1) / hit) + odds;
    sum += Math.exp(logTerm);
  }
  return sum;
}

/** Returns the upper 95% confidence bound of a share (Clopper and Pearson, one-sided), or 1 for an empty sample. */
export function upperShare(hits: number, trials: number): number {
  if (hits >= trials) return 1;
  let [low, high] = [hits / trials, 1];
  for (let step = 0; step < HALVINGS; step += 1) {
    const middle = (low + high) / 2;
    if (chanceOfAtMost(hits, trials, middle) > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

/** Most looks that are counted: no operator waits longer for a proof. */
const MAX_LOOKS = 1_000_000;

/** Counts the looks against v2 until a path is proven at one level by the e-value `needed`, or 0 when it is proven. */
export function looksUntilProven({ onlyV2, onlyV1 }: LevelCounts, needed: number): number {
  const isProven = (more: number) => noiseEvidence(onlyV2 + more, onlyV1) * EXACT_STAKE >= needed;
  let enough = 1;
  while (!isProven(enough) && enough < MAX_LOOKS) enough *= 2;
  let short = Math.floor(enough / 2);
  while (enough - short > 1) {
    const middle = Math.floor((short + enough) / 2);
    if (isProven(middle)) enough = middle;
    else short = middle;
  }
  return isProven(0) ? 0 : enough;
}
