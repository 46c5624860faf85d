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

/** Returns the distance beyond which two values are further apart than v1 is from itself; 0 while that is unknown. */
const reachOf = ({ spread, rungs }: Pick<PathCounts, 'spread' | 'rungs'>): number =>
  spread * (SPREAD_FACTOR + SPREAD_FACTOR_OF_FEW / Math.max(1, rungs.exact.v1));

const looser = (rung1: Rung, rung2: Rung): Rung =>
  RUNGS.indexOf(rung1) > RUNGS.indexOf(rung2) ? rung1 : rung2;

function joined(broken1: Broken, broken2: Broken): Broken {
  return {
    breaks: looser(broken1.breaks, broken2.breaks),
    distance: Math.max(broken1.distance, broken2.distance),
    prints: [`${broken1.prints[0]} ${broken2.prints[0]}`, `${broken1.prints[1]} ${broken2.prints[1]}`],
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
