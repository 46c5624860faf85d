import type { DifferenceKind } from '../compare/difference';
import type { KeptDifference } from '../keep/observation';
import type { KindCounts } from './kindCounts';
import { type NoiseLevel, NOISE_LEVELS } from './noiseLevels';

/** Shares of v2 among the pairs in which only one side differs, on which the alternative bets with equal weights. */
const SHARES = [0.52, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9, 0.97, 0.999] as const;

/** Factors by which each bet wins and loses, as logarithms. */
const BETS = SHARES.map((share) => ({ won: Math.log(2 * share), lost: Math.log(2 * (1 - share)) }));

/** Largest e-value: a larger one means nothing more, and JSON would have no number for it. */
const MAX_EVIDENCE = 1e300;

/**
 * Returns the e-value against "v2 differs from v1 no more often than v1 from itself". Under that hypothesis a pair in
 * which only one of the two differs is a fair coin: `onlyV2` heads and `onlyV1` tails. The value is a martingale, so it
 * may be read after every pair (Ville's inequality). Thresholds on rates miss a field that differs in 60% of the pairs
 * when v1 does in 50%.
 */
export function noiseEvidence(onlyV2: number, onlyV1: number): number {
  if (onlyV2 === 0 && onlyV1 === 0) return 1;
  const value = BETS.reduce((sum, { won, lost }) => sum + Math.exp(onlyV2 * won + onlyV1 * lost), 0);
  return Math.min(value / BETS.length, MAX_EVIDENCE);
}

/** Counts of one level of one path. */
export interface LevelCounts {
  /** Looks at v1's second answer in which only v2's answer, or only that second answer, broke the level. */
  onlyV2: number;
  onlyV1: number;
  /** Looks in which v1 broke the level with itself. */
  v1: number;
  /** Requests in which v2 broke it. */
  v2: number;
}

/** Counts of one path of an operation's answers. */
export interface PathCounts {
  readonly operation: string;
  readonly path: string;
  readonly levels: Readonly<Record<NoiseLevel, LevelCounts>>;
  /** Largest distance of v1 from itself; 0 until there is one. */
  spread: number;
  /** Looks because of a difference, at any path. */
  looks: number;
  readonly kinds: Map<DifferenceKind, KindCounts>;
}

const emptyLevel = (): LevelCounts => ({ onlyV2: 0, onlyV1: 0, v1: 0, v2: 0 });

/** Finds the strictest level at which v1 agrees with itself, if any. */
export const strictestHeldLevel = ({ levels }: PathCounts): NoiseLevel | undefined =>
  NOISE_LEVELS.find((level) => levels[level].v1 === 0);

/** Stake on the exact level: the largest, because a change shows there first. */
export const EXACT_STAKE = 0.8;

const STAKES: Readonly<Record<NoiseLevel, number>> = {
  exact: EXACT_STAKE,
  spread: 0.05,
  format: 0.05,
  type: 0.05,
  present: 0.05,
};

/** Returns the e-value of a path: the weighted mean over its levels, which is an e-value, so no data chooses a level. */
export const pathEvidence = ({ levels }: PathCounts): number =>
  NOISE_LEVELS.reduce(
    (sum, level) => sum + noiseEvidence(levels[level].onlyV2, levels[level].onlyV1) * STAKES[level],
    0,
  );

const MAX_COUNTED_PATHS = 2_000;

const FURTHER_PATHS = '(further paths)';

/** Counts of one operation. */
export interface OperationCounts {
  readonly operation: string;
  readonly resource: string;
  compared: number;
  /** All compared requests, with those that were repeated too often to count. */
  seen: number;
  /** Requests for which v1 was asked once more as a sampled control. */
  looks: number;
  readonly paths: Map<string, PathCounts>;
}

/** Creates the counts of a new operation. */
export const createOperationCounts = (operation: string, resource: string): OperationCounts => ({
  operation,
  resource,
  compared: 0,
  seen: 0,
  looks: 0,
  paths: new Map(),
});

/** Finds or makes the counts of a path. Further paths share one set of counts when there is no room. */
export function countsOfPath({ operation, paths }: OperationCounts, path: string): PathCounts {
  const name = paths.has(path) || paths.size < MAX_COUNTED_PATHS ? path : FURTHER_PATHS;
  const counts: PathCounts = paths.get(name) ?? {
    operation,
    path: name,
    levels: Object.fromEntries(NOISE_LEVELS.map((level) => [level, emptyLevel()])) as PathCounts['levels'],
    spread: 0,
    looks: 0,
    kinds: new Map(),
  };
  paths.set(name, counts);
  return counts;
}

/** Reports whether paths found no room. */
export const hasOverflown = ({ paths }: OperationCounts): boolean => paths.has(FURTHER_PATHS);

/** The level that two answers break at one path, where an array has many values. */
export interface BrokenLevel {
  readonly breaks: NoiseLevel;
  readonly distance: number;
  /** Hashes of the values on both sides: equal prints, equal values. */
  readonly prints: readonly [string, string];
}

/** Factor of v1's own spread beyond which a distance breaks the level `spread`, once the spread is well known. */
const SPREAD_FACTOR = 2;

/** Factor of the room for noise while few second answers of v1 have shown it: all may have lain close together. */
const SPREAD_FACTOR_OF_FEW = 8;

/** Groups the differences of two answers by path. Of each path the loosest level and the largest distance count. */
export function groupByPath(differences: readonly KeptDifference[]): ReadonlyMap<string, BrokenLevel> {
  const groups = Map.groupBy(differences, ({ path }) => path);
  const printOf = (all: readonly KeptDifference[], side: 0 | 1): string =>
    all.map(({ hashes }) => hashes[side] ?? '-').join(' ');
  return new Map(
    Array.from(groups, ([path, all]) => {
      const breaks =
        NOISE_LEVELS.findLast((level) => all.some((difference) => difference.breaks === level)) ?? 'exact';
      const distance = Math.max(...all.map((difference) => difference.distance ?? 0));
      return [path, { breaks, distance, prints: [printOf(all, 0), printOf(all, 1)] }];
    }),
  );
}

/** Reports whether values at a path break a level, by what is known of v1's distance from itself there. */
export function isLevelBroken(
  { breaks, distance }: Pick<BrokenLevel, 'breaks' | 'distance'>,
  level: NoiseLevel,
  { spread, levels }: Pick<PathCounts, 'spread' | 'levels'>,
): boolean {
  // Beyond this distance two values are further apart than v1 is from itself; 0 while that is unknown.
  const reach = spread * (SPREAD_FACTOR + SPREAD_FACTOR_OF_FEW / Math.max(1, levels.exact.v1));
  const isFar = breaks === 'exact' && reach > 0 && distance > reach;
  return NOISE_LEVELS.indexOf(isFar ? 'spread' : breaks) >= NOISE_LEVELS.indexOf(level);
}
