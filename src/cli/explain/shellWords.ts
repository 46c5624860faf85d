import { failure, type Result, success } from '../../contract/result';

/** The parts that a shell joins into words (POSIX 2.2; `$'...'` and `$"..."` as bash reads them). */
const PART =
  /(?<joined>\\\r?\n)|(?<gap>[ \t\r\n]+)|'(?<literal>[^']*)'|\$(?:\\\r?\n)*'(?<escaped>(?:[^'\\]|\\.)*)'|(?:\$(?:\\\r?\n)*)?"(?<quoted>(?:[^"\\]|\\.)*)"|\\(?<single>.)|(?<bare>[^ \t\r\n'"\\$]+|\$(?!(?:\\\r?\n)*'))/gsuy;

type Part = Partial<Record<'joined' | 'gap' | 'literal' | 'escaped' | 'quoted' | 'single' | 'bare', string>>;

/** Matches the escapes of `$'...'` and the text between them; a backslash before any other character is literal. */
const ESCAPE =
  /\\(?:x(?<hex>[\da-fA-F]{1,2})|(?<octal>[0-7]{1,3})|u(?<short>[\da-fA-F]{1,4})|U(?<long>[\da-fA-F]{1,8})|c(?<control>\\\\|\p{ASCII})|(?<letter>[abeEfnrtv\\'"?]))|(?<plain>[^\\]+|\\)/gu;

type Escape = Partial<Record<'hex' | 'octal' | 'short' | 'long' | 'control' | 'letter' | 'plain', string>>;

/** Characters that a letter after a backslash stands for; a punctuation mark stands for itself. */
const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  e: '\x1b',
  E: '\x1b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const HIGHEST_CHARACTER = 0x10ffff;

function characterOf(code: string): string {
  const number = Number.parseInt(code, 16);
  return number > HIGHEST_CHARACTER ? '\ufffd' : String.fromCodePoint(number);
}

function bytesOfEscape({ hex, octal, short, long, control, letter, plain = '' }: Escape): Buffer {
  if (hex !== undefined) return Buffer.of(Number.parseInt(hex, 16));
  if (octal !== undefined) return Buffer.of(Number.parseInt(octal, 8));
  if (control !== undefined)
    return Buffer.of(control === '?' ? 0x7f : control.toUpperCase().charCodeAt(0) & 0x1f);
  const code = short ?? long;
  if (code !== undefined) return Buffer.from(characterOf(code));
  return Buffer.from(letter === undefined ? plain : (LETTERS[letter] ?? letter));
}

/** Reads the inside of `$'...'`, up to a NUL, which no word can hold. */
function bytesOfEscaped(text: string): Buffer {
  const bytes = Buffer.concat([...text.matchAll(ESCAPE)].map(({ groups = {} }) => bytesOfEscape(groups)));
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

function bytesOf({ literal, escaped, quoted, single, bare }: Part): Buffer {
  if (escaped !== undefined) return bytesOfEscaped(escaped);
  const unquoted = quoted?.replace(/\\(?:\r?\n|([$`"\\]))/g, '$1');
  return Buffer.from(literal ?? unquoted ?? single ?? bare ?? '');
}

/**
 * Splits a command line into words as a shell does, without variables, patterns and operators. Fails for an unclosed
 * quotation mark, and for a backslash at the end.
 */
export function splitShellWords(command: string): Result<readonly string[], string> {
  const words: string[] = [];
  // A word is kept as bytes, because several escapes in adjacent quotations may write one character.
  let word: Buffer | undefined;
  let end = 0;
  for (const match of command.matchAll(PART)) {
    end = match.index + match[0].length;
    const wordPart: Part = match.groups ?? {};
    if (wordPart.gap !== undefined) {
      if (word !== undefined) words.push(word.toString());
      word = undefined;
    } else if (wordPart.joined === undefined) {
      word = Buffer.concat([word ?? Buffer.of(), bytesOf(wordPart)]);
    }
  }
  const unreadText = command.slice(end);
  if (unreadText === '\\') return failure('nothing follows the backslash at the end');
  if (unreadText !== '') return failure('a quotation mark is not closed');
  return success(word === undefined ? words : [...words, word.toString()]);
}

/** Quotes a text as one word for a shell. */
export const quoteForShell = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;
