import type { Field } from '../contract/field';
import type { Desk } from './desk';
import { talliesOf, tallyOf } from './tallyOf';

/** New words of one enumeration that are told. */
const MAXIMUM = 16;

/** Counts the words of an enumeration; one that the contract does not know is a finding. */
export function compileWords(
  { known = [] }: Field & { readonly kind: 'text' },
  path: string,
  { book, effectAt }: Desk,
): (word: string) => void {
  const expected = known.join(' or ');
  const effect = effectAt(path);
  const seen = book.wordsAt(path);
  const usual = talliesOf(seen, known);
  const told = book.namesAt(path, MAXIMUM);
  return (word) => {
    const tally = usual.get(word);
    if (tally !== undefined) {
      tally.count += 1;
      return;
    }
    const found = told(word);
    tallyOf(seen, found).count += 1;
    book.note({ path, kind: 'unseen-value', found, expected, effect: effect(word) });
  };
}
