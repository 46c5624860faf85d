import type { Json } from '../../contract/json';
import { type Codec, misfit } from './codec';

/**
 * Returns a value of a free-form object as text; undefined if it has no plain text. The type of such a value is not
 * promised.
 */
function plainText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * Converts a value of a free-form object to text: prints numbers and booleans, and treats lists and objects as absent.
 */
export const textCodec: Codec = {
  name: 'text',
  exact: false,
  writes: { v1: 'text', v2: 'text, a number, true or false' },
  fits: (v2, v1) => v2 === 'json' && v1 === 'text',
  read: plainText,
  write: (v1) => v1,
  witnesses: (number) => [`text ${number}`, number, number % 2 === 0, [number]],
};

/** Passes an id that is text on both sides; an empty id does not fit. */
export const textId: Codec = {
  name: 'same',
  exact: true,
  writes: { v1: 'text', v2: 'text' },
  fits: (v2, v1) => v2 === 'text' && v1 === 'text',
  read: (v2) => (typeof v2 === 'string' && v2 !== '' ? v2 : misfit),
  write: (v1) => (typeof v1 === 'string' && v1 !== '' ? v1 : misfit),
};

const choice = (list: readonly string[]): string => list.map((word) => `\`${word}\``).join(' or ');

/**
 * Converts v2 words to v1 words by a table; a word outside the table passes unchanged. If several v2 words share a v1
 * word, the first of them is written.
 */
export function words(table: Readonly<Record<string, string>>): Codec {
  const forward = new Map(Object.entries(table));
  const backward = new Map(
    Object.entries(table)
      .toReversed()
      .map(([v2, v1]) => [v1, v2]),
  );
  return {
    name: 'words',
    exact: false,
    writes: { v1: choice([...backward.keys()].toReversed()), v2: choice(Object.keys(table)) },
    fits: (v2, v1) => (v2 === 'json' || v2 === 'text') && v1 === 'text',
    read: (v2) => {
      const word = textCodec.read(v2);
      return typeof word === 'string' ? (forward.get(word) ?? word) : word;
    },
    witnesses: (number) => [...forward.keys(), `unseen ${number}`, number, [number]],
    write: (v1) => (typeof v1 === 'string' ? (backward.get(v1) ?? v1) : v1),
  };
}

/** Converts v2 `listed` to v1 `Listed` (spec 2.11), and unseen values in the same way. */
export const capitalized: Codec = {
  name: 'capitalized',
  exact: false,
  writes: { v1: 'a capitalized word, such as `Listed`', v2: 'the word in lower case, such as `listed`' },
  fits: (v2, v1) => v2 === 'text' && v1 === 'text',
  read: (v2) => (typeof v2 === 'string' ? v2.charAt(0).toUpperCase() + v2.slice(1) : misfit),
  write: (v1) => (typeof v1 === 'string' ? v1.charAt(0).toLowerCase() + v1.slice(1) : misfit),
};
