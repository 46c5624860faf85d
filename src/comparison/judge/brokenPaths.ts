import type { KeptDifference } from '../keep/observation';
import { type Rung, RUNGS } from './noiseLevels';
import type { PathCounts } from './pathCounts';

/** The rung that two answers break at one path, where an array has many values. */
export interface Broken {
  readonly breaks: Rung;
  readonly distance: number;
  /** Hashes of the values on both sides: equal prints, equal values. */
  readonly prints: readonly [string, string];
}

/** Factor of v1's own spread beyond which a distance breaks the rung `spread`, once the spread is well known. */
const SPREAD_FACTOR = 2;

/** Factor of the room for noise while few second answers of v1 have shown it: all may have lain close together. */
const SPREAD_FACTOR_OF_FEW = 8;

/** Distance beyond which two values are further apart than v1 is from itself; 0 while that is unknown. */
const reachOf = ({ spread, rungs }: Pick<PathCounts, 'spread' | 'rungs'>): number =>
  spread * (SPREAD_FACTOR + SPREAD_FACTOR_OF_FEW / Math.max(1, rungs.exact.v1));

const looser = (left: Rung, right: Rung): Rung => (RUNGS.indexOf(left) > RUNGS.indexOf(right) ? left : right);

function joined(left: Broken, right: Broken): Broken {
  return {
    breaks: looser(left.breaks, right.breaks),
    distance: Math.max(left.distance, right.distance),
    prints: [`${left.prints[0]} ${right.prints[0]}`, `${left.prints[1]} ${right.prints[1]}`],
  };
}

/** Groups the differences of two answers by path. */
export function brokenPaths(differences: readonly KeptDifference[]): ReadonlyMap<string, Broken> {
  const paths = new Map<string, Broken>();
  for (const { path, breaks, distance = 0, hashes } of differences) {
    const broken: Broken = { breaks, distance, prints: [hashes[0] ?? '-', hashes[1] ?? '-'] };
    const joinedPath = paths.get(path);
    paths.set(path, joinedPath === undefined ? broken : joined(joinedPath, broken));
  }
  return paths;
}

/** True when values at a path break a rung, by what is known of v1's distance from itself there. */
export function breaksRung(
  { breaks, distance }: Pick<Broken, 'breaks' | 'distance'>,
  rung: Rung,
  counts: Pick<PathCounts, 'spread' | 'rungs'>,
): boolean {
  const reach = reachOf(counts);
  const isFar = breaks === 'exact' && reach > 0 && distance > reach;
  return RUNGS.indexOf(isFar ? 'spread' : breaks) >= RUNGS.indexOf(rung);
}
