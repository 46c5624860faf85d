import type { DriftFinding } from './driftReport';
import type { Form } from '../contract/valueForms';
import type { Json } from '../contract/json';

/** Pattern of names and words that a programmer chose; data seldom matches it. */
const identifier = /^[a-z][a-z0-9_-]{0,39}$/i;

/** Stands for a hidden name. */
const HIDDEN_NAME = '*';

/**
 * Decides which names of an upstream are shown: at most `maximum` different names that look like a programmer's own. An
 * object that is keyed by data (a login, an id) has many names, which must stay hidden.
 */
function createNameFilter(maximum: number): (name: string) => string {
  const shownNames = new Set<string>();
  return (name) => {
    if (shownNames.has(name)) return name;
    if (shownNames.size >= maximum || !identifier.test(name)) return HIDDEN_NAME;
    shownNames.add(name);
    return name;
  };
}

/** Counts the sightings of one form or word. */
export interface SeenCount {
  count: number;
}

/** Counts of one place, by form or by word. */
type SeenCounts<Key> = Map<Key, SeenCount>;

/** The forms in which one place of an answer was seen, and the words of an enumeration. */
interface ShapePlace {
  readonly path: string;
  readonly forms: ReadonlyMap<Form, SeenCount>;
  readonly words: ReadonlyMap<string, SeenCount>;
}

/** Recorded shapes of one endpoint. A place that is opened again keeps its counts. */
export interface ShapeRegistry {
  readonly formsAt: (path: string) => SeenCounts<Form>;
  readonly wordsAt: (path: string) => SeenCounts<string>;
  /** Filter of the new names at a place: shows at most `maximum` of them. */
  readonly namesAt: (path: string, maximum: number) => (name: string) => string;
  readonly note: (finding: Omit<DriftFinding, 'endpoint'>) => void;
  readonly places: () => readonly ShapePlace[];
}

function opened<Key, Value>(values: Map<Key, Value>, key: Key, make: () => Value): Value {
  const present = values.get(key);
  if (present !== undefined) return present;
  const value = make();
  values.set(key, value);
  return value;
}

/** Creates an empty registry. Its places are those of the contract: traffic adds none. */
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
      [...forms].map(([path, seenForms]) => ({
        path,
        forms: seenForms,
        words: words.get(path) ?? new Map(),
      })),
  };
}

/** Gets the count of a key, or adds one of 0. */
export const seenCountOf = <Key>(counts: SeenCounts<Key>, key: Key): SeenCount =>
  opened(counts, key, () => ({ count: 0 }));

/** Gets the counts of some keys as a separate map, so that counting takes one look-up. */
export const seenCountsOf = <Key>(counts: SeenCounts<Key>, keys: Iterable<Key>): SeenCounts<Key> =>
  new Map([...keys].map((key) => [key, seenCountOf(counts, key)]));

/** Parts of compileObserver. */
export interface ShapeObserverParts {
  readonly registry: ShapeRegistry;
  /** Compiles the effect of values that the contract does not allow at a place such as `data.game.slug`. */
  readonly effectAt: (path: string) => (value: Json | undefined) => DriftFinding['effect'];
}
