import type { Finding } from './finding';
import type { Form } from './form';
import { createToldNames } from './toldNames';

/** The forms in which one place of an answer was seen, and the words of an enumeration, each with its count. */
export interface Place {
  readonly path: string;
  readonly forms: ReadonlyMap<Form, number>;
  readonly words: ReadonlyMap<string, number>;
}

/** What is written down about one endpoint; whoever opens a place again goes on where the last one stopped. */
export interface Book {
  readonly formsAt: (path: string) => Map<Form, number>;
  readonly wordsAt: (path: string) => Map<string, number>;
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
  const forms = new Map<string, Map<Form, number>>();
  const words = new Map<string, Map<string, number>>();
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
