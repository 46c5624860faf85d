import type { Random } from '../seed/random';

/** What does not follow from what is stored: draws and a counter, which the whole marketplace shares. */
export interface Chance {
  readonly random: Random;
  /** One more each time. */
  readonly count: () => number;
}

/** Begins to count; everything drawn follows from the source. */
export function createChance(random: Random): Chance {
  let counted = 0;
  return { random, count: () => (counted += 1) };
}
