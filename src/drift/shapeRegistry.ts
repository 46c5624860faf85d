import type { DriftFinding } from './driftReport';
import type { Form } from '../contract/valueForms';
import type { Json } from '../contract/json';

/** Pattern of names and words that a programmer chose; data seldom matches it. */
const identifier = /^[a-z][a-z0-9_-]{0,39}$/i;

/** Stands for a hidden name. */
const HIDDEN_NAME = '*';

/** Counts the sightings of one form or word. */
export interface SeenCount {
  count: number;
}

/** Counts of one place, by form or by word. */
type SeenCounts<Key> = Map<Key, SeenCount>;

/** One place of an answer. */
interface ShapePlace {
  readonly path: string;
  /** The forms in which the place was seen, and the words of an enumeration. */
  readonly forms: SeenCounts<Form>;
  readonly words: SeenCounts<string>;
  /** The new names or words that findings show. */
  readonly shownNames: Set<string>;
}

/**
 * Returns an upstream's name if findings may show it, else `*`. Of each place it shows and remembers at most `maximum`
 * names that look like a programmer's own. An object that is keyed by data (a login, an id) has many names, which must
 * stay hidden.
 */
export function showableName({ shownNames }: ShapePlace, name: string, maximum: number): string {
  if (shownNames.has(name)) return name;
  if (shownNames.size >= maximum || !identifier.test(name)) return HIDDEN_NAME;
  shownNames.add(name);
  return name;
}

function getOrMake<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const present = values.get(key);
  if (present !== undefined) return present;
  const value = make();
  values.set(key, value);
  return value;
}

/** Recorded shapes of one endpoint. A place that is opened again keeps its counts. */
export type ShapeRegistry = ReturnType<typeof createShapeRegistry>;

/** Creates an empty registry. Its places are those of the contract: traffic adds none. */
export function createShapeRegistry(note: (finding: Omit<DriftFinding, 'endpoint'>) => void) {
  const places = new Map<string, ShapePlace>();
  return {
    note,
    placeAt: (path: string): ShapePlace =>
      getOrMake(places, path, () => ({ path, forms: new Map(), words: new Map(), shownNames: new Set() })),
    listPlaces: () => [...places.values()],
  };
}

/** Gets the count of a key, or adds one of 0. */
export const seenCountOf = <Key>(counts: SeenCounts<Key>, key: Key): SeenCount =>
  getOrMake(counts, key, () => ({ count: 0 }));

/** Gets the counts of some keys as a separate map, so that counting takes one look-up. */
export const seenCountsOf = <Key>(counts: SeenCounts<Key>, keys: Iterable<Key>): SeenCounts<Key> =>
  new Map([...keys].map((key) => [key, seenCountOf(counts, key)]));

/** Parts of compileObserver. */
export interface ShapeObserverParts {
  readonly registry: ShapeRegistry;
  /** Compiles the effect of values that the contract does not allow at a place such as `data.game.slug`. */
  readonly effectAt: (path: string) => (value: Json | undefined) => DriftFinding['effect'];
}
