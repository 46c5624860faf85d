import { failure, type Result, success } from '../../translation/result';
import { type Cursor, peek, readScalar, readString } from './readToken';
import type { Tree } from './tree';

/** Why a text is not taken as JSON. */
export type TreeFault = 'syntax' | 'tooDeep';

/** Levels of nesting, as many as the gateway takes of v2. */
const MOST_LEVELS = 64;

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

/** What comes next: a value that is complete, an object or array that has just begun, or neither. */
function readStart(
  cursor: Cursor,
  first: number,
): { readonly value: Tree } | { readonly open: Open } | undefined {
  if (first !== OPEN_OBJECT && first !== OPEN_LIST) {
    const value = readScalar(cursor, first);
    return value === undefined ? undefined : { value };
  }
  cursor.at += 1;
  const open: Open =
    first === OPEN_LIST
      ? { close: CLOSE_LIST, tree: [] }
      : { close: CLOSE_OBJECT, tree: new Map<string, Tree>(), key: '' };
  if (peek(cursor) === open.close) {
    cursor.at += 1;
    return { value: open.tree };
  }
  return readKey(cursor, open) ? { open } : undefined;
}

/** Puts a complete value where it belongs and closes what ends with it; the whole tree once nothing is open any more. */
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
 * Reads a JSON text (RFC 8259) without loss and without recursion; of members with one name the last one counts.
 * Takes exactly the texts that JSON.parse takes, up to 64 levels deep.
 */
export function readTree(text: string): Result<Tree, TreeFault> {
  const cursor: Cursor = { text, at: 0 };
  const stack: Open[] = [];
  for (;;) {
    const start = readStart(cursor, peek(cursor));
    if (start === undefined) return failure('syntax');
    if ('open' in start) {
      stack.push(start.open);
      if (stack.length > MOST_LEVELS) return failure('tooDeep');
      continue;
    }
    const end = readEnd(cursor, start.value, stack);
    if (end === undefined) return failure('syntax');
    if (end !== 'more') return success(end.whole);
  }
}
