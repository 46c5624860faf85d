import { ExactNumber } from '../../contract/json';
import type { Tree } from './tree';

/** A text, and how far it has been read. */
export interface Cursor {
  readonly text: string;
  at: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const SPACE = 32;
const TRUE = 116;
const FALSE = 102;
const NULL = 110;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Steps over blanks (RFC 8259, 2) and says which character comes next; NaN at the end. */
export function peek(cursor: Cursor): number {
  const { text } = cursor;
  let code = text.charCodeAt(cursor.at);
  while (code === SPACE || code === 10 || code === 13 || code === 9) {
    cursor.at += 1;
    code = text.charCodeAt(cursor.at);
  }
  return code;
}

function escaped(literal: string): string | undefined {
  try {
    return String(JSON.parse(literal));
  } catch {
    return undefined;
  }
}

/** Reads a string whose opening quote comes next; undefined when it is none. */
export function readString(cursor: Cursor): string | undefined {
  const { text, at: start } = cursor;
  if (text.charCodeAt(start) !== QUOTE) return undefined;
  let plain = true;
  let end = start + 1;
  for (let code = text.charCodeAt(end); code !== QUOTE; code = text.charCodeAt(end)) {
    // NaN at the end of the text is not a character of a string either.
    if (!(code >= SPACE)) return undefined;
    if (code === BACKSLASH) plain = false;
    end += code === BACKSLASH ? 2 : 1;
  }
  cursor.at = end + 1;
  return plain ? text.slice(start + 1, end) : escaped(text.slice(start, end + 1));
}

/** A number as a double only where that prints back the very same text. */
function readNumber(cursor: Cursor): number | ExactNumber | undefined {
  NUMBER.lastIndex = cursor.at;
  if (!NUMBER.test(cursor.text)) return undefined;
  const text = cursor.text.slice(cursor.at, NUMBER.lastIndex);
  cursor.at = NUMBER.lastIndex;
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : new ExactNumber(text);
}

function readWord<Value>(cursor: Cursor, word: string, value: Value): Value | undefined {
  if (!cursor.text.startsWith(word, cursor.at)) return undefined;
  cursor.at += word.length;
  return value;
}

/** Reads a value that is neither object nor array and begins with the character; undefined when it is none. */
export function readScalar(cursor: Cursor, first: number): Tree | undefined {
  switch (first) {
    case QUOTE:
      return readString(cursor);
    case TRUE:
      return readWord(cursor, 'true', true);
    case FALSE:
      return readWord(cursor, 'false', false);
    case NULL:
      return readWord(cursor, 'null', null);
    default:
      return readNumber(cursor);
  }
}
