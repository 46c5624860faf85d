import type { KeptDifference } from './observed';
import { type Rung, RUNGS } from './rung';

/** What two answers break at one path; an array has many values there. */
export interface Broken {
  readonly breaks: Rung;
  readonly distance: number;
  /** What the one and the other said, as hashes: equal prints, equal values. */
  readonly prints: readonly [string, string];
}

/** A rung is broken by values further apart than twice what v1 was from itself. */
const ROOM = 2;

const looser = (one: Rung, other: Rung): Rung => (RUNGS.indexOf(one) > RUNGS.indexOf(other) ? one : other);

function joined(one: Broken, other: Broken): Broken {
  return {
    breaks: looser(one.breaks, other.breaks),
    distance: Math.max(one.distance, other.distance),
    prints: [`${one.prints[0]} ${other.prints[0]}`, `${one.prints[1]} ${other.prints[1]}`],
  };
}

/** The differences of two answers by path. */
export function brokenPaths(differences: readonly KeptDifference[]): ReadonlyMap<string, Broken> {
  const paths = new Map<string, Broken>();
  for (const { path, breaks, distance = 0, hashes } of differences) {
    const broken: Broken = { breaks, distance, prints: [hashes[0] ?? '-', hashes[1] ?? '-'] };
    const before = paths.get(path);
    paths.set(path, before === undefined ? broken : joined(before, broken));
  }
  return paths;
}

/** True when values break a rung; `spread` is how far v1 was from itself so far, 0 while that is not known. */
export function breaksRung(
  { breaks, distance }: Pick<Broken, 'breaks' | 'distance'>,
  rung: Rung,
  spread: number,
): boolean {
  const isFar = breaks === 'exact' && spread > 0 && distance > ROOM * spread;
  return RUNGS.indexOf(isFar ? 'spread' : breaks) >= RUNGS.indexOf(rung);
}
