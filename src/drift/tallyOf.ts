import type { Tallies, Tally } from './book';

/** The tally under a key, new where there is none. */
export function tallyOf<Key>(tallies: Tallies<Key>, key: Key): Tally {
  const known = tallies.get(key);
  if (known !== undefined) return known;
  const tally = { count: 0 };
  tallies.set(key, tally);
  return tally;
}

/** The tallies under some keys, so that a look at one of them is one look-up. */
export const talliesOf = <Key>(tallies: Tallies<Key>, keys: Iterable<Key>): Tallies<Key> =>
  new Map([...keys].map((key) => [key, tallyOf(tallies, key)]));
