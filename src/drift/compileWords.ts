import type { Field } from '../contract/field';
import type { Desk } from './desk';
import { increment } from './increment';

/** New words of one enumeration that are told. */
const MAXIMUM = 16;

/** Counts the words of an enumeration; one that the contract does not know is a finding. */
export function compileWords(
  { known = [], closed }: Field & { readonly kind: 'text' },
  path: string,
  { book, onMisfit }: Desk,
): (word: string) => void {
  const promised = new Set(known);
  const expected = known.join(' or ');
  const effect = closed === true ? onMisfit : 'passed';
  const seen = book.wordsAt(path);
  const told = book.namesAt(path, MAXIMUM);
  return (word) => {
    const shown = promised.has(word) ? word : told(word);
    increment(seen, shown);
    if (!promised.has(word)) book.note({ path, kind: 'unseen-value', found: shown, expected, effect });
  };
}
