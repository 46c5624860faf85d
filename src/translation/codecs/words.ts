import type { Codec } from '../codec';
import { text } from './text';

const choice = (list: readonly string[]): string => list.map((word) => `\`${word}\``).join(' or ');

/** v2 word to v1 word by a one-to-one table; a word outside the table passes as it is. */
export function words(table: Readonly<Record<string, string>>): Codec {
  const forward = new Map(Object.entries(table));
  const backward = new Map(Object.entries(table).map(([v2, v1]) => [v1, v2]));
  return {
    name: 'words',
    exact: false,
    writes: { v1: choice(Object.values(table)), v2: choice(Object.keys(table)) },
    fits: (v2, v1) => (v2 === 'json' || v2 === 'text') && v1 === 'text',
    read: (v2) => {
      const word = text.read(v2);
      return typeof word === 'string' ? (forward.get(word) ?? word) : word;
    },
    witnesses: (number) => [...forward.keys(), `unseen ${number}`, number, [number]],
    write: (v1) => (typeof v1 === 'string' ? (backward.get(v1) ?? v1) : v1),
  };
}
