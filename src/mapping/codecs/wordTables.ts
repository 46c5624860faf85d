import type { Field } from '../../contract/field';
import { isJsonObject, type Json } from '../../contract/json';
import { codecCall, type RuleEntry } from '../yaml/ruleEntry';

/** Lists v1's words in the table of a written codec; undefined for a codec without a table. */
function wordsOfV1({ codec }: RuleEntry): readonly string[] | undefined {
  const { name, argument } = codecCall(codec);
  const table = argument as Json | undefined;
  if ((name !== 'words' && name !== 'merged') || !isJsonObject(table)) return undefined;
  return Object.values(table).map(String);
}

const knownWords = (field: Field | undefined): readonly string[] | undefined =>
  field?.kind === 'text' ? field.known : undefined;

const HINT = 'the table of a codec is v2 word: v1 word, in requests too';

/**
 * Tells that a table and v1's contract have other words, as in a table that is written the other way round: a word that
 * a table of texts does not have would pass unchanged.
 */
export function tableMisfit(
  entry: RuleEntry,
  v1: Field,
  v2: Field | undefined,
): { readonly message: string; readonly hint: string } | undefined {
  const [words, known] = [wordsOfV1(entry), knownWords(v1)];
  if (words === undefined || known === undefined) return undefined;
  const strangeWord = words.find((word) => !known.includes(word));
  if (strangeWord !== undefined)
    return { message: `v1 has no word ${strangeWord}, and the table has it for v1`, hint: HINT };
  const isSentOn = (word: string) => words.includes(word) || knownWords(v2)?.includes(word) === true;
  const lostWord = entry.to === undefined ? undefined : known.find((word) => !isSentOn(word));
  if (lostWord === undefined) return undefined;
  return { message: `v1 may send ${lostWord}, and the table has no word of v2 for it`, hint: HINT };
}
