import { isJsonObject, type Json } from '../../contract/json';
import { type Codec, type Kind, misfit } from './codec';

/**
 * Returns a value of a free-form object as text. Returns undefined if it has no plain text. The type of such a value is
 * not promised.
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

/** A value in a table: text, a whole number, true or false. */
export type Word = string | number | boolean;

const quotedChoice = (list: readonly Word[]): string => list.map((word) => `\`${word}\``).join(' or ');

const TEXT_KINDS: readonly Kind[] = ['text'];

function kindsOf(word: Word | undefined): readonly Kind[] {
  if (typeof word === 'boolean') return ['boolean'];
  return typeof word === 'number' ? ['integer', 'number'] : TEXT_KINDS;
}

/** The kinds of v2 values in a table, with the keys for them: YAML has only text for a key. */
const KEY_PATTERNS: Partial<Record<Kind, RegExp>> = {
  text: /^/,
  json: /^/,
  boolean: /^(?:true|false)$/,
  integer: /^(?:0|-?[1-9]\d*)$/,
  number: /^(?:0|-?[1-9]\d*)$/,
};

const keyOf = (kind: Kind, key: string): Word => {
  if (kind === 'boolean') return key === 'true';
  return kind === 'integer' || kind === 'number' ? Number(key) : key;
};

/**
 * Converts v2 words to v1 words by a table. A word outside the table passes unchanged between texts; anything else has
 * no counterpart there; nor has a v2 word that a v1 client sends, because v1 does not know it. If several v2 words share a
 * v1 word, the first of them is written.
 */
export function words(table: Readonly<Record<string, Word>>, v2Kind: Kind = 'text'): Codec {
  const keys = Object.keys(table);
  const pairs = Object.entries(table).map(([key, word]) => [keyOf(v2Kind, key), word] as const);
  const forward = new Map<Json, Word>(pairs);
  const backward = new Map<Json, Word>(pairs.toReversed().map(([v2, v1]) => [v1, v2]));
  const v1Kinds = kindsOf(pairs[0]?.[1]);
  const isTextual = v2Kind === 'text' || v2Kind === 'json';
  const otherWord = (word: Json) => (isTextual && v1Kinds === TEXT_KINDS ? word : misfit);
  return {
    name: 'words',
    exact: false,
    writes: { v1: quotedChoice([...new Set(Object.values(table))]), v2: quotedChoice(keys) },
    fits: (v2, v1) =>
      v1Kinds.includes(v1) && keys.every((key) => KEY_PATTERNS[v2]?.test(key)) && v2 in KEY_PATTERNS,
    read: (v2) => {
      const word = isTextual ? textCodec.read(v2) : v2;
      return word === undefined || word === misfit ? word : (forward.get(word) ?? otherWord(word));
    },
    witnesses: (number) => [...forward.keys(), `unseen ${number}`, number, [number]],
    write: (v1) => backward.get(v1) ?? (forward.has(v1) ? misfit : otherWord(v1)),
    inKind: (kind) => words(table, kind),
  };
}

/** Joins texts without the empty and missing ones. */
const joinTexts = (texts: readonly (string | undefined)[], by: string): string =>
  texts.filter((text) => text !== undefined && text !== '').join(by);

/**
 * Splits a text into its first part and the rest. Separators at its ends belong to its parts, so that these make the
 * same text again.
 */
function splitOnce(text: string, by: string): readonly [first: string, rest: string] {
  const end = text.indexOf(by, 1);
  const rest = end === -1 ? '' : text.slice(end + by.length);
  return rest === '' ? [text, ''] : [text.slice(0, end), rest];
}

function splitInto(text: string, by: string, count: number): readonly string[] {
  if (count < 2) return [text];
  const [first, rest] = splitOnce(text, by);
  return [first, ...splitInto(rest, by, count - 1)];
}

/**
 * Converts several v2 texts to one v1 text. What is written is split at the first separators: the parts always make the
 * same text again, though v2 may have had a separator inside a part. A part that the text does not have is empty.
 */
export const joinedText = (by: string, count = 2): Codec => ({
  name: 'join',
  exact: false,
  writes: { v1: `one text with ${quotedChoice([by])} between the parts`, v2: 'the parts' },
  fits: (v2, v1) => v2 === 'parts' && v1 === 'text',
  read: (v2) => {
    if (!isJsonObject(v2) && !Array.isArray(v2)) return misfit;
    const parts = Object.values(v2).filter((part) => part !== undefined && part !== null);
    const texts = parts.map(plainText);
    if (texts.includes(undefined)) return misfit;
    return parts.length === 0 ? undefined : joinTexts(texts, by);
  },
  write: (v1) => (typeof v1 === 'string' ? [...splitInto(v1, by, count)] : misfit),
  witnesses: (number) => [Array.from({ length: count }, (_, index) => `part ${index + 1} of ${number}`)],
  inParts: (parts) => joinedText(by, parts),
});

/** Makes the codec that writes one of the parts, and reads a text that has this part. */
export const partOf = (whole: Codec, at: number, count: number): Codec => ({
  ...whole,
  whole,
  write: (v1) => {
    const writtenParts = whole.write(v1);
    return Array.isArray(writtenParts) ? (writtenParts[at] ?? '') : misfit;
  },
  read: (v2) => whole.read(Array.from({ length: count }, (_, index) => (index === at ? v2 : 'x'))),
});

/** Options of the `split` codec. */
interface Splitting {
  readonly by: string;
  readonly take: 'first' | 'rest';
}

/** Takes the first part of a v2 text, or the rest. In a request the two parts make the whole text. */
export const textPart = ({ by, take }: Splitting): Codec => ({
  name: `split(${take})`,
  exact: false,
  merges: true,
  writes: {
    v1:
      take === 'first'
        ? `the text before the first ${quotedChoice([by])}`
        : `the text after the first ${quotedChoice([by])}`,
    v2: 'the whole text',
  },
  fits: (v2, v1) => (v2 === 'text' || v2 === 'json') && v1 === 'text',
  read: (v2) => {
    const text = plainText(v2);
    return text === undefined ? misfit : splitOnce(text, by)[take === 'first' ? 0 : 1];
  },
  witnesses: (number) => [`first${number}${by}second${number}${by}third${number}`, `only${number}`],
  write: (v1) => (typeof v1 === 'string' ? v1 : misfit),
  gathers: (present = '', part) => {
    const orderedTexts = take === 'first' ? [part, present] : [present, part];
    return joinTexts(orderedTexts.map(plainText), by);
  },
});

/** Converts v2 `listed` to v1 `Listed` (spec 2.11), and unseen values in the same way. */
export const capitalized: Codec = {
  name: 'capitalized',
  exact: false,
  writes: { v1: 'a capitalized word, such as `Listed`', v2: 'the word in lower case, such as `listed`' },
  fits: (v2, v1) => v2 === 'text' && v1 === 'text',
  read: (v2) => (typeof v2 === 'string' ? v2.charAt(0).toUpperCase() + v2.slice(1) : misfit),
  write: (v1) => (typeof v1 === 'string' ? v1.charAt(0).toLowerCase() + v1.slice(1) : misfit),
};
