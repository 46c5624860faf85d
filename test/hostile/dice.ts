import { randomFrom } from '../cutover/support/simulations.ts';

/** Chances that come out the same for the same seed. */
export interface Dice {
  /** A whole number from 0 to one less than `sides`. */
  readonly roll: (sides: number) => number;
  readonly pick: <Value>(of: readonly [Value, ...Value[]]) => Value;
}

export function createDice(seed: number): Dice {
  const random = randomFrom(seed);
  const roll = (sides: number): number => Math.floor(random() * sides);
  return { roll, pick: (of) => of[roll(of.length)] ?? of[0] };
}
