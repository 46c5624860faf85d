import type { Finding } from './finding';
import type { Form } from './form';
import { createToldNames } from './createToldNames';

/** How often something was seen. */
export interface Tally {
  count: number;
}

/** The tallies of one place, by form or by word. */
export type Tallies<Key> = Map<Key, Tally>;

/** The forms in which one place of an answer was seen, and the words of an enumeration. */
export interface Place {
  readonly path: string;
  readonly forms: ReadonlyMap<Form, Tally>;
  readonly words: ReadonlyMap<string, Tally>;
}

/** What is written down about one endpoint; whoever opens a place again goes on where the last one stopped. */
export interface Book {
  readonly formsAt: (path: string) => Tallies<Form>;
  readonly wordsAt: (path: string) => Tallies<string>;
  /** Which new names at a place may be repeated, at most `maximum`. */
  readonly namesAt: (path: string, maximum: number) => (name: string) => string;
  readonly note: (finding: Omit<Finding, 'endpoint'>) => void;
  readonly places: () => readonly Place[];
}

function opened<Value>(places: Map<string, Value>, path: string, make: () => Value): Value {
  const known = places.get(path);
  if (known !== undefined) return known;
  const value = make();
  places.set(path, value);
  return value;
}

/** An empty book. Its places are those of the contract: traffic adds none. */
export function createBook(note: Book['note']): Book {
  const forms = new Map<string, Tallies<Form>>();
  const words = new Map<string, Tallies<string>>();
  const names = new Map<string, (name: string) => string>();
  return {
    note,
    formsAt: (path) => opened(forms, path, () => new Map()),
    wordsAt: (path) => opened(words, path, () => new Map()),
    namesAt: (path, maximum) => opened(names, path, () => createToldNames(maximum)),
    places: () =>
      [...forms].map(([path, seen]) => ({ path, forms: seen, words: words.get(path) ?? new Map() })),
  };
}
