import { failure, type Result, success } from './result';

/**
 * A number kept as its source text because a double would change it (more than 15 significant digits) or because the
 * text itself matters (exponent notation).
 */
export class ExactNumber {
  constructor(readonly text: string) {}

  /** Has JSON.stringify print the number digit by digit. */
  toJSON(): unknown {
    return JSON.rawJSON(this.text);
  }
}

/** Makes the JSON number that prints exactly this decimal text: a double, or the text itself if no double prints it. */
export function exactNumber(text: string): number | ExactNumber {
  const number = Number(text);
  return String(number) === text ? number : new ExactNumber(text);
}

/** A JSON value as read from the wire. */
export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonObject;

/** A JSON object as read from the wire; an absent member reads as `undefined`. */
export interface JsonObject {
  [name: string]: Json | undefined;
}

/** Recognizes a JSON object: neither null, list nor exact number. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber)
  );
}

/** Names that every object has, and `prototype`: no name that is written in a file may be one of them. */
export const inheritedNames: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  'prototype',
]);

/** Reads a member by a name from outside. Returns undefined for inherited members such as `toString`. */
export const ownMember = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** Recognizes a JSON number, even if it is kept as text. */
export const isNumber = (value: Json): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber;

const decimalText = /^-?\d+(\.\d+)?$/;

/** Recognizes a decimal number, as a JSON number or as plain decimal text. */
export const isDecimal = (value: Json): boolean =>
  isNumber(value) || (typeof value === 'string' && decimalText.test(value));

/** Recognizes the two object shapes in which the live service sends money: main units in `value`, or in `amount`. */
export function isMoneyObject(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { currency, value: main, amount } = value;
  if (typeof currency === 'string') return amount !== undefined && isDecimal(amount);
  return (
    isJsonObject(currency) && typeof currency['code'] === 'string' && main !== undefined && isDecimal(main)
  );
}

/** Returns the member `data`, in which v1 and v2 answer alike. Returns undefined where a body has none. */
export const dataOf = (body: Json | undefined): Json | undefined =>
  isJsonObject(body) ? body['data'] : undefined;

/**
 * Returns the elements of a list, or with `keyed` of a map. PHP prints an empty map as `[]`. Returns undefined for
 * other values.
 */
export function elementsOf(
  value: Json | undefined,
  keyed: boolean,
): readonly (Json | undefined)[] | undefined {
  if (Array.isArray(value)) return keyed && value.length > 0 ? undefined : value;
  return keyed && isJsonObject(value) ? Object.values(value) : undefined;
}

/**
 * Converts a list, or with `keyed` a map, element by element. Returns undefined for any other value, and when an
 * element cannot be converted: a shorter list would be invented.
 */
export function convertElements(
  value: Json | undefined,
  keyed: boolean,
  make: (element: Json) => Json | undefined,
): Json[] | JsonObject | undefined {
  const elements = elementsOf(value, keyed);
  const madeElements = (elements ?? [])
    .map((element) => make(element ?? null))
    .filter((madeElement) => madeElement !== undefined);
  if (elements === undefined || madeElements.length < elements.length) return undefined;
  return keyed
    ? Object.fromEntries(Object.keys(value ?? {}).map((key, index) => [key, madeElements[index]]))
    : madeElements;
}

/** The most that a JSON text may hold. Levels count nesting; a text has about as many values as commas. */
interface JsonLimits {
  readonly levels: number;
  readonly keys: number;
  readonly values: number;
  /** Most numbers that a double may change: over 15 digits, or in exponent notation. */
  readonly exactNumbers: number;
}

/** The reason why a text is not accepted as JSON. */
export type ParseFault = 'syntax' | 'tooDeep' | 'tooManyKeys' | 'tooManyValues' | 'tooManyNumbers';

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

/** Recognizes a number that a double may change. */
function isInexactNumber(text: string, start: number, end: number): boolean {
  const behind = text.charCodeAt(end);
  if (behind === LOWER_E || behind === UPPER_E) return true;
  return end - start > EXACT_DIGITS && text.slice(start, end).replaceAll('.', '').length > EXACT_DIGITS;
}

/** Recognizes a number that JSON.stringify may write in another way: `-0`, `1.0`, or with an exponent below 1e-6. */
function isOddNumber(text: string, start: number, end: number): boolean {
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

/**
 * Counts the levels, keys, commas and exact numbers of a JSON text in one pass without recursion. Finds out, too,
 * whether a plain JSON.parse would change a number. The text need not be valid. One with too many values is not read to
 * its end.
 */
function scanJson(text: string, mostValues: number) {
  let [depth, levels, keys, values, exactNumbers] = [0, 0, 0, 0, 0];
  let hasOdd = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = stringEnd(text, index + 1);
    else if (code === COLON) keys += 1;
    else if (digits[code] === 1) {
      const end = numberEnd(text, index);
      exactNumbers += Number(isInexactNumber(text, index, end));
      hasOdd ||= isOddNumber(text, index, end);
      index = end - 1;
    } else if (code === COMMA) {
      values += 1;
      if (values > mostValues) break;
    } else {
      depth += depthStep[code] ?? 0;
      levels = Math.max(levels, depth);
    }
  }
  return { levels, keys, values, exactNumbers, hasOdd };
}

const keepNumber = (_name: string, value: unknown, { source }: { readonly source?: string }): unknown =>
  typeof value === 'number' && source !== undefined ? exactNumber(source) : value;

/** Parses a JSON text within limits. Numbers that a double would change or print differently keep their source text. */
export function parseJson(text: string, limits: JsonLimits): Result<Json, ParseFault> {
  const shape = scanJson(text, limits.values);
  if (shape.levels > limits.levels) return failure('tooDeep');
  if (shape.keys > limits.keys) return failure('tooManyKeys');
  if (shape.values > limits.values) return failure('tooManyValues');
  if (shape.exactNumbers > limits.exactNumbers) return failure('tooManyNumbers');
  try {
    const isPlain = shape.exactNumbers === 0 && !shape.hasOdd;
    return success((isPlain ? JSON.parse(text) : JSON.parse(text, keepNumber)) as Json);
  } catch {
    return failure('syntax');
  }
}
