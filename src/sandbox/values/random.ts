import { DAY_SECONDS } from '../../contract/clock';

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

/** Draws the instants of an offer's life, in order, all before `until` (Unix seconds). */
export function seedInstants(random: Random, until: number) {
  const created_at = until - random.between(30 * DAY_SECONDS, 400 * DAY_SECONDS);
  const listed_at = created_at + random.between(60, 10 * DAY_SECONDS);
  const sold_at = listed_at + random.between(60, 10 * DAY_SECONDS);
  return { created_at, listed_at, sold_at, updated_at: sold_at + random.between(0, 9 * DAY_SECONDS) };
}

/** Makes a version 4 UUID (RFC 9562 5.4) from a repeatable source. */
export function seedUuid(random: Random): string {
  const digits = Array.from({ length: 32 }, () => random.below(16).toString(16));
  digits[12] = '4';
  digits[16] = random.pick(['8', '9', 'a', 'b']);
  return digits.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
