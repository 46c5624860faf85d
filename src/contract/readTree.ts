import { ExactNumber } from './json';
import { failure, type Result, success } from './result';

/** The members of an object, in order. No key is special, not even `__proto__`. */
export type Members = ReadonlyMap<string, Tree>;

/** A JSON value without loss: a number that a double would change or print differently is kept as text. */
export type Tree = null | boolean | number | string | ExactNumber | readonly Tree[] | Members;

export const isMembers = (tree: Tree | undefined): tree is Members => tree instanceof Map;

/** Narrows to read-only lists, which `Array.isArray` does not. */
export const isList = (tree: Tree | undefined): tree is readonly Tree[] => Array.isArray(tree);

/** A text and the position up to which it was read. */
interface Cursor {
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

/** Skips blanks (RFC 8259, 2) and returns the next character; NaN at the end. */
function peek(cursor: Cursor): number {
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

/** Reads a string; undefined when none comes next. */
function readString(cursor: Cursor): string | undefined {
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

/** Reads a number, as a double only when that prints the same text again. */
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

/** Reads a value other than an object or array by its first character; undefined when there is none. */
function readScalar(cursor: Cursor, firstCode: number): Tree | undefined {
  switch (firstCode) {
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

/** Reason why a text is not read as JSON. */
export type TreeFault = 'syntax' | 'tooDeep';

/** Most levels of nesting, the gateway's own limit for v2. */
const MAX_LEVELS = 64;

const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const COLON = 58;
const COMMA = 44;

/** An object or array whose end has not been read yet. */
type Open =
  | { readonly close: typeof CLOSE_LIST; readonly tree: Tree[] }
  | { readonly close: typeof CLOSE_OBJECT; readonly tree: Map<string, Tree>; key: string };

/** Reads `"key":` of an object. */
function readKey(cursor: Cursor, open: Open): boolean {
  if (open.close === CLOSE_LIST) return true;
  peek(cursor);
  const key = readString(cursor);
  if (key === undefined || peek(cursor) !== COLON) return false;
  cursor.at += 1;
  open.key = key;
  return true;
}

function put(open: Open, value: Tree): void {
  if (open.close === CLOSE_LIST) open.tree.push(value);
  else open.tree.set(open.key, value);
}

/** Reads a complete value or the start of an object or array; undefined when neither comes next. */
function readStart(
  cursor: Cursor,
  firstCode: number,
): { readonly value: Tree } | { readonly open: Open } | undefined {
  if (firstCode !== OPEN_OBJECT && firstCode !== OPEN_LIST) {
    const value = readScalar(cursor, firstCode);
    return value === undefined ? undefined : { value };
  }
  cursor.at += 1;
  const open: Open =
    firstCode === OPEN_LIST
      ? { close: CLOSE_LIST, tree: [] }
      : { close: CLOSE_OBJECT, tree: new Map<string, Tree>(), key: '' };
  if (peek(cursor) === open.close) {
    cursor.at += 1;
    return { value: open.tree };
  }
  return readKey(cursor, open) ? { open } : undefined;
}

/** Stores a complete value and closes the containers that end with it; returns the tree after the last one. */
function readEnd(
  cursor: Cursor,
  complete: Tree,
  stack: Open[],
): { readonly whole: Tree } | 'more' | undefined {
  let value = complete;
  for (let open = stack.at(-1); open !== undefined; open = stack.at(-1)) {
    put(open, value);
    const next = peek(cursor);
    cursor.at += 1;
    if (next === COMMA) return readKey(cursor, open) ? 'more' : undefined;
    if (next !== open.close) return undefined;
    value = open.tree;
    stack.pop();
  }
  return Number.isNaN(peek(cursor)) ? { whole: value } : undefined;
}

/**
 * Reads a JSON text (RFC 8259) without loss and without recursion; the last of several members with one name wins.
 * Accepts exactly the texts that JSON.parse accepts, up to 64 levels deep.
 */
export function readTree(text: string): Result<Tree, TreeFault> {
  const cursor: Cursor = { text, at: 0 };
  const stack: Open[] = [];
  for (;;) {
    const start = readStart(cursor, peek(cursor));
    if (start === undefined) return failure('syntax');
    if ('open' in start) {
      stack.push(start.open);
      if (stack.length > MAX_LEVELS) return failure('tooDeep');
      continue;
    }
    const end = readEnd(cursor, start.value, stack);
    if (end === undefined) return failure('syntax');
    if (end !== 'more') return success(end.whole);
  }
}
