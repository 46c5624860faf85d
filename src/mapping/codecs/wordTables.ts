import { type Field, knownWords } from '../../contract/field';
import type { JsonObject } from '../../contract/json';
import { codecCall, type RuleEntry } from '../yaml/ruleEntry';

/**
 * Tells that a table and v1's contract have other words, as in a table that is written the other way round: a word that
 * a table of texts does not have would pass unchanged.
 */
export function tableMisfit(
  { codec, to }: RuleEntry,
  v1: Field,
  v2: Field | undefined,
): { readonly message: string; readonly hint: string } | undefined {
  const { name, argument } = codecCall(codec);
  const v1Words = knownWords(v1);
  if ((name !== 'words' && name !== 'merged') || v1Words === undefined) return undefined;
  // The codec has been built of this table.
  const words = Object.values(argument as JsonObject).map(String);
  const hint = 'the table of a codec is v2 word: v1 word, in requests too';
  const strangeWord = words.find((word) => !v1Words.includes(word));
  if (strangeWord !== undefined)
    return { message: `v1 has no word ${strangeWord}, and the table has it for v1`, hint };
  const takenWords = [...words, ...(knownWords(v2) ?? [])];
  const lostWord = to === undefined ? undefined : v1Words.find((word) => !takenWords.includes(word));
  if (lostWord === undefined) return undefined;
  return { message: `v1 may send ${lostWord}, and the table has no word of v2 for it`, hint };
}

/** Lists all values that a field may have; undefined for a field with any number of them. */
export function knownValuesOf(field: Field): readonly (string | boolean)[] | undefined {
  return field.kind === 'boolean' ? [true, false] : knownWords(field);
}
