import { isJsonObject, type Json } from '../../contract/json';
import { exactNumber } from '../codecs/exactDecimal';
import { failure, type Result, success } from '../../contract/result';

/** Facts about a JSON text, found before any recursive function reads it. */
interface JsonShape {
  readonly depth: number;
  readonly keys: number;
  /** Count of commas, up to the limit: a text has about as many values as commas. */
  readonly commas: number;
  /** Count of the numbers that a double may change: over 15 digits, or in exponent notation. */
  readonly exactNumbers: number;
  /** True if JSON.stringify may write one of the numbers in another way. */
  readonly oddNumbers: boolean;
  /** True if a key as written pollutes a prototype; an escape may hide another such key. */
  readonly polluting: boolean;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const UPPER_E = 69;
const LOWER_E = 101;

/** Significant decimal digits that every double keeps (IEEE 754 binary64). */
const EXACT_DIGITS = 15;

/** The one key that is no ordinary member: assigning it replaces the prototype of an object. */
const POLLUTING_KEY = '__proto__';

const isPolluting = (text: string, start: number, end: number): boolean =>
  end - start === POLLUTING_KEY.length && text.startsWith(POLLUTING_KEY, start);

/** The change of the nesting depth by a character outside strings. */
const depthStep = new Int8Array(128);
for (const opening of '[{') depthStep[opening.charCodeAt(0)] = 1;
for (const closing of ']}') depthStep[closing.charCodeAt(0)] = -1;

/** Marks the characters that are digits. */
const digits = new Uint8Array(128).fill(1, ZERO, NINE + 1);

/** Returns the end of a number's digits and decimals, without its exponent. */
function numberEnd(text: string, start: number): number {
  for (let end = start + 1; ; end += 1) {
    const code = text.charCodeAt(end);
    if (!(code >= ZERO && code <= NINE) && code !== POINT) return end;
  }
}

/** True for a number that a double may change. */
function isInexact(text: string, start: number, end: number): boolean {
  const behind = text.charCodeAt(end);
  if (behind === LOWER_E || behind === UPPER_E) return true;
  return end - start > EXACT_DIGITS && text.slice(start, end).replaceAll('.', '').length > EXACT_DIGITS;
}

/** True for a number that JSON.stringify may write in another way: `-0`, `1.0`, or with an exponent below 1e-6. */
function isOdd(text: string, start: number, end: number): boolean {
  if (text.charCodeAt(start - 1) === MINUS && text.charCodeAt(start) === ZERO) return true;
  if (text.startsWith('0.000000', start)) return true;
  return text.charCodeAt(end - 1) === ZERO && text.slice(start, end).includes('.');
}

/**
 * Returns the position of the quote that ends a string whose first character is at `start`, or else the end of the
 * text.
 */
function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1) {
    let previousEnd = end - 1;
    while (text.charCodeAt(previousEnd) === BACKSLASH) previousEnd -= 1;
    if ((end - previousEnd) % 2 === 1) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** Most levels of nesting, far beyond any real body; JSON.stringify breaks on some 10 KB of nested brackets. */
const MAXIMUM_DEPTH = 64;
const MAXIMUM_KEYS = 10_000;
/** Most values of a body, counted by commas: more would hold up all clients, whatever reads them. */
const MAXIMUM_VALUES = 50_000;
/** Most numbers that no double holds: each takes a hundred times as long as one that a double holds. */
const MAXIMUM_EXACT = 2_000;

/**
 * Counts nesting depth and keys of a JSON text in one pass without recursion. Finds out whether a plain JSON.parse
 * would change a number, and whether a key pollutes. The text need not be valid; a text with too many values is not
 * read to its end.
 */
function scanJson(text: string): JsonShape {
  let [depth, deepest, keys, commas, start, end] = [0, 0, 0, 0, 0, 0];
  let polluting = false;
  let oddNumbers = false;
  let exactNumbers = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      start = at + 1;
      at = end = stringEnd(text, start);
    } else if (code === COLON) {
      keys += 1;
      polluting ||= isPolluting(text, start, end);
    } else if (digits[code] === 1) {
      const behind = numberEnd(text, at);
      exactNumbers += Number(isInexact(text, at, behind));
      oddNumbers ||= isOdd(text, at, behind);
      at = behind - 1;
    } else if (code === COMMA) {
      commas += 1;
      if (commas > MAXIMUM_VALUES) break;
    } else {
      depth += depthStep[code] ?? 0;
      deepest = Math.max(deepest, depth);
    }
  }
  return { depth: deepest, keys, commas, exactNumbers, oddNumbers, polluting };
}

/** The reason why a text is not accepted as JSON. */
export type JsonFault =
  | 'syntax'
  | 'tooDeep'
  | 'tooManyKeys'
  | 'tooManyValues'
  | 'tooManyNumbers'
  | 'pollutingKey';

/** Deletes polluting keys from a freshly parsed value and returns their count. */
function dropPollutingKeys(root: Json): number {
  let dropped = 0;
  const pending: Json[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) pending.push(...value);
    if (!isJsonObject(value)) continue;
    if (Object.hasOwn(value, POLLUTING_KEY)) dropped += Reflect.deleteProperty(value, POLLUTING_KEY) ? 1 : 0;
    for (const member of Object.values(value)) if (member !== undefined) pending.push(member);
  }
  return dropped;
}

const keepNumber = (_name: string, value: unknown, { source }: { readonly source?: string }): unknown =>
  typeof value === 'number' && source !== undefined ? exactNumber(source) : value;

/** Parses a text by JSON.parse; numbers that a double may change are read from their source text. */
function parse(text: string, isExact: boolean): Json | undefined {
  try {
    return (isExact ? JSON.parse(text, keepNumber) : JSON.parse(text)) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the first limit that a text exceeds; undefined within all limits. */
function excessOf({ depth, keys, commas, exactNumbers }: JsonShape): JsonFault | undefined {
  if (depth > MAXIMUM_DEPTH) return 'tooDeep';
  if (keys > MAXIMUM_KEYS) return 'tooManyKeys';
  if (commas > MAXIMUM_VALUES) return 'tooManyValues';
  return exactNumbers > MAXIMUM_EXACT ? 'tooManyNumbers' : undefined;
}

/**
 * Reads a JSON text within limits (64 levels, 10,000 keys, 50,000 values, 2,000 numbers that no double holds), and
 * keeps numbers as they are written. A `__proto__` key is refused in requests (`refuse`) and left out of answers
 * (`drop`).
 */
export function readJson(text: string, pollution: 'refuse' | 'drop'): Result<Json, JsonFault> {
  const shape = scanJson(text);
  const excess = excessOf(shape);
  if (excess !== undefined) return failure(excess);
  const value = parse(text, shape.exactNumbers > 0 || shape.oddNumbers);
  if (value === undefined) return failure('syntax');
  const dropped = shape.polluting || text.includes('\\u') ? dropPollutingKeys(value) : 0;
  return dropped > 0 && pollution === 'refuse' ? failure('pollutingKey') : success(value);
}

/**
 * Matches text that JSON holds unescaped (RFC 8259 7): no quote, backslash, control character, or half of a character.
 */
const asItIs = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** Prints a JSON value as text; exact numbers keep all their digits. */
export function writeJson(value: Json): string {
  // Most values are plain texts or numbers, which need no JSON.stringify.
  if (typeof value === 'string' && asItIs.test(value)) return `"${value}"`;
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  return JSON.stringify(value);
}
