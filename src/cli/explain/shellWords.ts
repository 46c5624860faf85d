import { failure, type Result, success } from '../../contract/result';

/** The parts that a shell joins into words (POSIX 2.2; `$'...'` as bash and "Copy as cURL" write it). */
const PART =
  /(?<gap>(?:\\\r?\n|\s)+)|'(?<literal>[^']*)'|\$'(?<escaped>(?:[^'\\]|\\.)*)'|"(?<quoted>(?:[^"\\]|\\.)*)"|\\(?<single>.)|(?<bare>[^\s'"\\])/gsy;

/** Characters that an escape of `$'...'` stands for; any other escaped character stands for itself. */
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1b',
};

const unescape = (text: string): string =>
  text.replace(
    /\\(?:x([\da-f]{1,2})|u([\da-f]{1,4})|(.))/gis,
    (_whole, byte?: string, unit?: string, character = '') =>
      byte === undefined && unit === undefined
        ? (ESCAPES[character as string] ?? (character as string))
        : String.fromCharCode(Number.parseInt(byte ?? unit ?? '', 16)),
  );

type Groups = Partial<Record<'gap' | 'literal' | 'escaped' | 'quoted' | 'single' | 'bare', string>>;

const textOf = ({ literal, escaped, quoted, single, bare }: Groups): string =>
  literal ??
  single ??
  bare ??
  (escaped === undefined
    ? (quoted ?? '').replace(/\\([$`"\\]|\r?\n)/g, (_whole, kept: string) => kept.trim())
    : unescape(escaped));

/**
 * Splits a command line into words as a shell does, without variables, patterns and operators. Fails where a quotation
 * mark is not closed.
 */
export function splitShellWords(command: string): Result<readonly string[], string> {
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const match of command.matchAll(PART)) {
    end = match.index + match[0].length;
    const groups: Groups = match.groups ?? {};
    if (groups.gap === undefined) word = (word ?? '') + textOf(groups);
    else {
      if (word !== undefined) words.push(word);
      word = undefined;
    }
  }
  if (end < command.length) return failure('a quotation mark is not closed');
  return success(word === undefined ? words : [...words, word]);
}

/** Quotes a text for a shell, so that it is one word there. */
export const quoteForShell = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;
