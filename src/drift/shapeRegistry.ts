import type { DriftFinding } from './driftReport';
import type { Form } from './valueForms';
import type { Json } from '../contract/json';

/** What a name or word looks like that somebody wrote into a program; data seldom does. */
const identifier = /^[a-z][a-z0-9_-]{0,39}$/i;

/** Stands for a name that is not told. */
const HIDDEN = '*';

/**
 * Decides which names of an upstream are repeated: at most `maximum` different ones that look like a programmer's own.
 * An object that is keyed by data (a login, an id) brings many, and must not show them.
 */
function createNameFilter(maximum: number): (name: string) => string {
  const told = new Set<string>();
  return (name) => {
    if (told.has(name)) return name;
    if (told.size >= maximum || !identifier.test(name)) return HIDDEN;
    told.add(name);
    return name;
  };
}

/** How often something was seen. */
export interface SeenCount {
  count: number;
}

/** The tallies of one place, by form or by word. */
type SeenCounts<Key> = Map<Key, SeenCount>;

/** The forms in which one place of an answer was seen, and the words of an enumeration. */
interface ShapePlace {
  readonly path: string;
  readonly forms: ReadonlyMap<Form, SeenCount>;
  readonly words: ReadonlyMap<string, SeenCount>;
}

/** What is written down about one endpoint; whoever opens a place again goes on where the last one stopped. */
export interface ShapeRegistry {
  readonly formsAt: (path: string) => SeenCounts<Form>;
  readonly wordsAt: (path: string) => SeenCounts<string>;
  /** Which new names at a place may be repeated, at most `maximum`. */
  readonly namesAt: (path: string, maximum: number) => (name: string) => string;
  readonly note: (finding: Omit<DriftFinding, 'endpoint'>) => void;
  readonly places: () => readonly ShapePlace[];
}

function opened<Value>(places: Map<string, Value>, path: string, make: () => Value): Value {
  const known = places.get(path);
  if (known !== undefined) return known;
  const value = make();
  places.set(path, value);
  return value;
}

/** An empty book. Its places are those of the contract: traffic adds none. */
export function createShapeRegistry(note: ShapeRegistry['note']): ShapeRegistry {
  const forms = new Map<string, SeenCounts<Form>>();
  const words = new Map<string, SeenCounts<string>>();
  const names = new Map<string, (name: string) => string>();
  return {
    note,
    formsAt: (path) => opened(forms, path, () => new Map()),
    wordsAt: (path) => opened(words, path, () => new Map()),
    namesAt: (path, maximum) => opened(names, path, () => createNameFilter(maximum)),
    places: () =>
      [...forms].map(([path, seen]) => ({ path, forms: seen, words: words.get(path) ?? new Map() })),
  };
}

/** The tally under a key, new where there is none. */
export function seenCountOf<Key>(tallies: SeenCounts<Key>, key: Key): SeenCount {
  const known = tallies.get(key);
  if (known !== undefined) return known;
  const tally = { count: 0 };
  tallies.set(key, tally);
  return tally;
}

/** The tallies under some keys, so that a look at one of them is one look-up. */
export const seenCountsOf = <Key>(tallies: SeenCounts<Key>, keys: Iterable<Key>): SeenCounts<Key> =>
  new Map([...keys].map((key) => [key, seenCountOf(tallies, key)]));

/** Where shapes are written down, and what becomes of answers that do not fit. */
export interface ShapeObserverParts {
  readonly book: ShapeRegistry;
  /** Compiles the effect of values that the contract does not allow at a place such as `data.game.slug`. */
  readonly effectAt: (path: string) => (value: Json | undefined) => DriftFinding['effect'];
}
