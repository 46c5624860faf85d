/** A repeatable source of choices. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number;
  /** A whole number from `least` to `most`. */
  readonly between: (least: number, most: number) => number;
  readonly pick: <Item>(items: readonly [Item, ...Item[]]) => Item;
  /** True once in `times`, on average. */
  readonly once: (times: number) => boolean;
}

/** A source that follows from its seed alone (mulberry32): the same seed, the same marketplace, on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const below = (limit: number) => next() % limit;
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (items) => items[below(items.length)] ?? items[0],
    once: (times) => below(times) === 0,
  };
}
