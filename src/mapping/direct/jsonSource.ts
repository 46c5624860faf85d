import { EXACT_DIGITS, isPolluting, stringEnd } from '../translate/exactJson';
import type { Json } from '../../contract/json';

/** Around a text. */
export const QUOTE = 34;
/** Stands between elements, and between members. */
export const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const COLON = 58;
const SMALL_F = 102;
const SMALL_N = 110;
const SMALL_T = 116;
/** Opens a list. */
export const OPEN_LIST = 91;
/** Opens an object. */
export const OPEN_OBJECT = 123;
/** Closes an object. */
export const CLOSE_OBJECT = 125;
/** Between an opening bracket and its closing one. */
const TO_CLOSING = 2;

const MAXIMUM_DEPTH = 32;
/** Members and elements; a text with more is one for the limits of `readJson`. */
const MAXIMUM_VALUES = 8_000;

/** The literals of JSON. */
const NULL = Buffer.from('null');
/** As a value is written. */
export const TRUE = Buffer.from('true');
/** As a value is written. */
export const FALSE = Buffer.from('false');

/**
 * A JSON text that is read in place, without making values of it. Its methods go over one thing each and return false
 * where it is not plain: then nothing is known, not even that it is wrong, and `readJson` has to read the whole.
 */
export class JsonSource {
  /** One character for each byte. */
  readonly text: string;
  /** Place that is read next. */
  at = 0;
  /** Members and elements so far. */
  values = 0;
  /** Lists and objects around the place, those of the contract not among them. */
  depth = 0;
  private readonly hasEscapes: boolean;
  /** Place of the next backslash. */
  private escape: number;

  /** @param bytes valid UTF-8 */
  constructor(
    readonly bytes: Buffer,
    readonly isAscii: boolean,
  ) {
    this.text = bytes.toString('latin1');
    this.escape = this.escapeFrom(0);
    this.hasEscapes = this.escape !== Infinity;
  }

  private escapeFrom(place: number): number {
    const found = this.text.indexOf('\\', place);
    return found === -1 ? Infinity : found;
  }

  /** A copy of what stands between two places: a part of it would keep the whole text in memory. */
  copied(start: number, end: number): string {
    return this.bytes.toString('latin1', start, end);
  }

  /** The bytes between two places, copied. */
  part(start: number, end: number): Uint8Array {
    return Uint8Array.prototype.slice.call(this.bytes, start, end);
  }

  /** Goes back to a place, after `values` members and elements at a depth. */
  back({ at, values, depth }: Pick<JsonSource, 'at' | 'values' | 'depth'>): void {
    if (this.hasEscapes) this.findEscape(at);
    this.at = at;
    this.values = values;
    this.depth = depth;
  }

  /** Between two places only: what stands behind them may be long. */
  private findEscape(at: number): void {
    const found = this.text.slice(at, this.at).indexOf('\\');
    if (found >= 0) this.escape = at + found;
    else if (this.escape < at) this.escape = this.escapeFrom(at);
  }

  /** True if a character stands here, or at a place. */
  isAt(code: number, place = this.at): boolean {
    return this.text.charCodeAt(place) === code;
  }

  /** Goes over one character. */
  skip(code: number): boolean {
    if (this.text.charCodeAt(this.at) !== code) return false;
    this.at += 1;
    return true;
  }

  /** Goes over a text that is written like this; byte by byte, as `startsWith` takes several times as long. */
  skipWord(word: Uint8Array): boolean {
    const { bytes, at } = this;
    const { length } = word;
    if (at + length > bytes.length) return false;
    for (let index = 0; index < length; index += 1) if (bytes[at + index] !== word[index]) return false;
    this.at = at + length;
    return true;
  }

  /** Goes over a null. */
  skipNull(): boolean {
    return this.text.charCodeAt(this.at) === SMALL_N && this.skipWord(NULL);
  }

  /** Goes over a string; stays where it is if there is none. */
  skipText(): boolean {
    const start = this.at;
    if (this.text.charCodeAt(start) !== QUOTE) return false;
    const end = stringEnd(this.text, start + 1);
    if (end >= this.text.length) return false;
    if (this.escape < end) {
      if (this.value(start, end + 1) === undefined) return false;
      this.escape = this.escapeFrom(end);
    }
    this.at = end + 1;
    return true;
  }

  /** Goes over digits that are an integer as JSON.stringify writes it. */
  skipDigits(): boolean {
    const { text, at } = this;
    let end = at;
    for (let code = text.charCodeAt(end); code >= ZERO && code <= NINE; code = text.charCodeAt(end)) end += 1;
    const length = end - at;
    this.at = end;
    return length > 0 && length <= EXACT_DIGITS && (length === 1 || text.charCodeAt(at) !== ZERO);
  }

  private skipNumber(): boolean {
    const { text } = this;
    if (text.charCodeAt(this.at) === MINUS) this.at += 1;
    const start = this.at;
    if (!this.skipDigits()) return false;
    if (text.charCodeAt(this.at) !== POINT) return true;
    let end = this.at + 1;
    for (let code = text.charCodeAt(end); code >= ZERO && code <= NINE; code = text.charCodeAt(end)) end += 1;
    const hasDecimals = end > this.at + 1;
    this.at = end;
    return hasDecimals && end - start <= EXACT_DIGITS;
  }

  /** Goes over the name of a member and the colon behind it; no name that pollutes, or that an escape hides. */
  skipName(): boolean {
    const start = this.at + 1;
    if (!this.skipText()) return false;
    const end = this.at - 1;
    return this.isUnescaped(start, end) && !isPolluting(this.text, start, end) && this.skip(COLON);
  }

  /** Goes over any value. */
  skipValue(): boolean {
    switch (this.text.charCodeAt(this.at)) {
      case QUOTE:
        return this.skipText();
      case OPEN_OBJECT:
        return this.skipAll(OPEN_OBJECT, skipMember, undefined);
      case OPEN_LIST:
        return this.skipAll(OPEN_LIST, skipElement, undefined);
      case SMALL_N:
        return this.skipWord(NULL);
      case SMALL_T:
        return this.skipWord(TRUE);
      case SMALL_F:
        return this.skipWord(FALSE);
      default:
        return this.skipNumber();
    }
  }

  /**
   * Goes over a value that JSON.stringify surely writes like this: a string without escapes, or an integer. Where it
   * returns false it stands anywhere.
   */
  skipCanonical(): boolean {
    const { at } = this;
    if (this.text.charCodeAt(at) === QUOTE) return this.skipText() && this.isUnescaped(at, this.at);
    return this.skipDigits() && this.text.charCodeAt(this.at) !== POINT;
  }

  /** Goes over a list or an object; `one` goes over each of its elements or members. */
  skipAll<With>(opening: number, one: (source: JsonSource, given: With) => boolean, given: With): boolean {
    const closing = opening + TO_CLOSING;
    if (!this.skip(opening)) return false;
    if (this.skip(closing)) return true;
    this.depth += 1;
    do if (!this.counts() || !one(this, given)) return false;
    while (this.skip(COMMA));
    this.depth -= 1;
    return this.skip(closing);
  }

  /** Counts members or elements; false if they are too many, or too deep. */
  counts(more = 1): boolean {
    this.values += more;
    return this.values <= MAXIMUM_VALUES && this.depth <= MAXIMUM_DEPTH;
  }

  /** The value that is written between two places; undefined where none is. */
  value(start: number, end: number): Json | undefined {
    const text = this.isAscii ? this.text.slice(start, end) : this.bytes.toString('utf8', start, end);
    try {
      return JSON.parse(text) as Json;
    } catch {
      return undefined;
    }
  }

  /** The string that is written between two places, quotes among them. */
  string(start: number, end: number): Json | undefined {
    const isPlain = this.isAscii && this.isUnescaped(start, end);
    return isPlain ? this.text.slice(start + 1, end - 1) : this.value(start, end);
  }

  /** The integer whose digits stand between two places. */
  integer(start: number, end: number): number {
    let number = 0;
    for (let at = start; at < end; at += 1) number = number * 10 + this.text.charCodeAt(at) - ZERO;
    return number;
  }

  /** True if no string between two places has an escape. */
  isUnescaped(start: number, end: number): boolean {
    return !this.hasEscapes || !this.text.slice(start, end).includes('\\');
  }
}

const skipElement = (source: JsonSource): boolean => source.skipValue();
const skipMember = (source: JsonSource): boolean => source.skipName() && source.skipValue();
