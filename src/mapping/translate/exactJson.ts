import { parse, stringify } from 'lossless-json';
import { ExactNumber, isJsonObject, type Json } from '../../contract/json';
import { readDecimal } from '../codecs/exactDecimal';
import { failure, type Result, success } from '../../contract/result';

/** Facts about a JSON text, found before anything recursive reads it. */
interface JsonShape {
  readonly depth: number;
  readonly keys: number;
  /** True if a double may change some number: over 15 digits, or in exponent notation. */
  readonly exactNumbers: boolean;
}

const QUOTE = 34;
const BACKSLASH = 92;
const COLON = 58;
const SPACE = 32;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const UPPER_E = 69;
const LOWER_E = 101;

/** Significant decimal digits that every double keeps (IEEE 754 binary64). */
const EXACT_DIGITS = 15;

/** The change of the nesting depth by a character outside strings. */
const depthStep = new Int8Array(128);
for (const opening of '[{') depthStep[opening.charCodeAt(0)] = 1;
for (const closing of ']}') depthStep[closing.charCodeAt(0)] = -1;

/** Counts the digits of the number that continues at this character; over the limit once an exponent follows digits. */
function digitRun(code: number, digits: number): number {
  if (code >= ZERO && code <= NINE) return digits + 1;
  if (code === POINT) return digits;
  const exponent = (code === LOWER_E || code === UPPER_E) && digits > 0;
  return exponent ? EXACT_DIGITS + 1 : 0;
}

function stringEnd(text: string, start: number): number {
  let end = text.indexOf('"', start);
  while (end !== -1) {
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/**
 * Counts nesting depth and keys of a JSON text in one pass without recursion, and finds out whether a plain JSON.parse
 * would change one of its numbers. The text need not be valid.
 */
function scanJson(text: string): JsonShape {
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  let digits = 0;
  let exactNumbers = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = stringEnd(text, index + 1);
      digits = 0;
      continue;
    }
    depth += depthStep[code] ?? 0;
    if (depth > deepest) deepest = depth;
    if (code === COLON) keys += 1;
    digits = digitRun(code, digits);
    if (digits > EXACT_DIGITS) exactNumbers = true;
  }
  return { depth: deepest, keys, exactNumbers };
}

/** The nesting depth alone, of a text that need not be valid. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = stringEnd(text, index + 1);
    else depth += depthStep[code] ?? 0;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

/** No real body comes near these limits; JSON.stringify breaks on some 10 KB of nested brackets. */
const MAXIMUM_DEPTH = 64;
const MAXIMUM_KEYS = 10_000;

/** Characters of a number's whole part and decimals. */
const isDigit = (code: number): boolean => (code >= ZERO && code <= NINE) || code === POINT;

/** RFC 8259 2; true for other control characters too, which stand in no JSON. */
const isSpace = (code: number): boolean => code <= SPACE;

/** True where a number begins behind this place that a double may change: over 15 digits and points, or with an exponent. */
function beginsInexact(text: string, before: number): boolean {
  let at = before + 1;
  while (isSpace(text.charCodeAt(at))) at += 1;
  if (text.charCodeAt(at) === MINUS) at += 1;
  const first = at;
  while (isDigit(text.charCodeAt(at))) at += 1;
  const code = text.charCodeAt(at);
  return at - first > EXACT_DIGITS || (at > first && (code === LOWER_E || code === UPPER_E));
}

/** True for a text that ends before a colon like a key that pollutes, or with an escape in which one may hide. */
function endsPolluting(text: string, colon: number): boolean {
  let end = colon - 1;
  while (isSpace(text.charCodeAt(end))) end -= 1;
  if (text.charCodeAt(end) !== QUOTE) return false;
  let at = end - 1;
  for (let code = text.charCodeAt(at); code !== QUOTE && at >= 0; code = text.charCodeAt(at)) {
    if (code === BACKSLASH) return true;
    at -= 1;
  }
  const length = end - at - 1;
  return pollutingKeys.some((key) => key.length === length && text.startsWith(key, at + 1));
}

/**
 * Looks with what is built in at a text as most are: true where nothing in it needs a closer look, which is at a number,
 * a key, depth or many keys. Strings are not told from the rest of the text: what stands in one may only make it false.
 */
function isPlain(text: string): boolean {
  if (beginsInexact(text, -1)) return false;
  let keys = 0;
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    keys += 1;
    if (beginsInexact(text, at) || endsPolluting(text, at)) return false;
  }
  let brackets = 0;
  for (let at = text.indexOf('['); at !== -1; at = text.indexOf('[', at + 1)) {
    brackets += 1;
    if (beginsInexact(text, at)) return false;
  }
  for (let at = text.indexOf(','); at !== -1; at = text.indexOf(',', at + 1))
    if (beginsInexact(text, at)) return false;
  for (let at = text.indexOf('{'); at !== -1; at = text.indexOf('{', at + 1)) brackets += 1;
  return keys <= MAXIMUM_KEYS && (brackets <= MAXIMUM_DEPTH || depthOf(text) <= MAXIMUM_DEPTH);
}

/** The reason why a text is not accepted as JSON. */
export type JsonFault = 'syntax' | 'tooDeep' | 'tooManyKeys' | 'pollutingKey';

const pollutingKeys: readonly string[] = ['__proto__', 'constructor', 'prototype'];
/** Cheap search for a polluting key; an escape may hide one, so any `\u` counts. */
const perhapsPolluting = (text: string): boolean =>
  text.includes('\\u') || pollutingKeys.some((key) => text.includes(key));

/** Deletes polluting keys from a freshly parsed value and returns their count. */
function dropPollutingKeys(root: Json): number {
  let dropped = 0;
  const pending: Json[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) pending.push(...value);
    if (!isJsonObject(value)) continue;
    for (const key of pollutingKeys) {
      if (Object.hasOwn(value, key)) dropped += Reflect.deleteProperty(value, key) ? 1 : 0;
    }
    for (const member of Object.values(value)) if (member !== undefined) pending.push(member);
  }
  return dropped;
}

/** A double where it prints back the same decimal number, the source text otherwise. */
function readNumber(text: string): number | ExactNumber {
  if (/[eE]/.test(text)) return new ExactNumber(text);
  const number = Number(text);
  return readDecimal(String(number)) === readDecimal(text) ? number : new ExactNumber(text);
}

function parseExactly(text: string): Json {
  // lossless-json types its result as unknown; with this number parser it holds Json values only.
  return parse(text, undefined, {
    parseNumber: readNumber,
    onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue,
  }) as Json;
}

function parsed(text: string): Result<Json, JsonFault> {
  try {
    return success(JSON.parse(text) as Json);
  } catch {
    return failure('syntax');
  }
}

/**
 * Reads a JSON text within limits (64 levels, 10,000 keys), keeping numbers exact.
 * A `__proto__`, `constructor` or `prototype` key is refused in requests (`refuse`) and left out of answers (`drop`).
 */
export function readJson(text: string, pollution: 'refuse' | 'drop'): Result<Json, JsonFault> {
  if (isPlain(text)) return parsed(text);
  const shape = scanJson(text);
  if (shape.depth > MAXIMUM_DEPTH) return failure('tooDeep');
  if (shape.keys > MAXIMUM_KEYS) return failure('tooManyKeys');
  try {
    const value = JSON.parse(text) as Json;
    const dropped = perhapsPolluting(text) ? dropPollutingKeys(value) : 0;
    // The exact parser would follow `__proto__`, so a text with both is refused either way.
    if (dropped > 0 && (pollution === 'refuse' || shape.exactNumbers)) return failure('pollutingKey');
    return success(shape.exactNumbers ? parseExactly(text) : value);
  } catch {
    return failure('syntax');
  }
}

const exactNumbers = [
  {
    test: (value: unknown) => value instanceof ExactNumber,
    stringify: (value: unknown) => (value instanceof ExactNumber ? value.text : ''),
  },
];

/** Text that stands in JSON as it is (RFC 8259 7): no quote, backslash, control character, or half of a character. */
const asItIs = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

function writeObject(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    return stringify(value, undefined, undefined, exactNumbers) ?? 'null';
  }
}

/** Prints a JSON value as text; exact numbers come out digit by digit as they came in. */
export function writeJson(value: Json): string {
  // Most values are plain texts or numbers, which need no JSON.stringify.
  if (typeof value === 'string' && asItIs.test(value)) return `"${value}"`;
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  return writeObject(value);
}
