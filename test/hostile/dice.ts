/** Chances that come out the same for the same seed. */
export interface Dice {
  /** A whole number from 0 to one less than `sides`. */
  readonly roll: (sides: number) => number;
  readonly pick: <Value>(of: readonly [Value, ...Value[]]) => Value;
}

/** Mulberry32 by Tommy Ettinger: 32 bits of state, good enough to choose mutations. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const roll = (sides: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
  return { roll, pick: (of) => of[roll(of.length)] ?? of[0] };
}
