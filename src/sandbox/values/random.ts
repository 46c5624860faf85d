/** Repeatable source of choices. */
export type Random = Readonly<ReturnType<typeof createRandom>>;

/**
 * Creates a source that its seed determines (mulberry32): the same seed makes the same marketplace on every machine.
 */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  /** Returns a whole number from 0 to below `limit`. */
  const below = (limit: number): number => next() % limit;
  /** Returns true once in `times`, on average. */
  const once = (times: number): boolean => below(times) === 0;
  let counter = 0;
  return {
    below,
    once,
    /** Returns a whole number from `least` to `most`. */
    between: (least: number, most: number): number => least + below(most - least + 1),
    pick: <Item>(items: readonly [Item, ...Item[]]): Item => items[below(items.length)] ?? items[0],
    /** Makes a value, but null once in `times`, on average. */
    mostly: <Value>(times: number, make: () => Value): Value | null => (once(times) ? null : make()),
    /** Returns a number that grows by one each time. */
    count: (): number => (counter += 1),
  };
}
