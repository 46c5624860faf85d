import { type ExactNumber, isJsonObject, type Json, type JsonObject } from '../../contract/json';

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const KEY_END = /\s*:/y;

/** Begins every text that stands for a number; nobody outside can have written it. */
const MARK = `exact-${[0, 1].map(() => Math.random().toString(36).slice(2)).join('')}-`;

/** A text with marks in the places of some numbers, and these numbers. */
interface Marked {
  readonly text: string;
  readonly numbers: readonly string[];
}

/** Puts a mark for each number that begins at one of the places; undefined where no number can be. */
export function withMarks(text: string, places: readonly number[]): Marked | undefined {
  const [pieces, numbers]: [string[], string[]] = [[], []];
  let end = 0;
  for (const digit of places) {
    // A digit of an exponent that was taken already.
    if (digit < end) continue;
    const start = text[digit - 1] === '-' ? digit - 1 : digit;
    NUMBER.lastIndex = start;
    if (!NUMBER.test(text)) return undefined;
    pieces.push(text.slice(end, start), `"${MARK}${numbers.length}"`);
    numbers.push(text.slice(start, NUMBER.lastIndex));
    end = KEY_END.lastIndex = NUMBER.lastIndex;
    // A mark would be a name there, and a number is none.
    if (KEY_END.test(text)) return undefined;
  }
  // One copy: a sum of two texts would be copied again when it is read.
  pieces.push(text.slice(end));
  return { text: pieces.join(''), numbers };
}

type Container = Json[] | JsonObject;

const isContainer = (value: Json | undefined): value is Container =>
  Array.isArray(value) || isJsonObject(value);

/** Replaces the marks in a value by their numbers, in place and without recursion. */
export function putNumbers(root: Json, numbers: readonly (number | ExactNumber)[]): Json {
  const pending: Container[] = [];
  /** The number of a mark; undefined for any other value, whose turn comes later. */
  const numberOf = (value: Json | undefined): Json | undefined => {
    if (typeof value === 'string' && value.startsWith(MARK)) return numbers[Number(value.slice(MARK.length))];
    if (isContainer(value)) pending.push(value);
    return undefined;
  };
  const inList = (list: Json[]): void => {
    for (const [at, element] of list.entries()) list[at] = numberOf(element) ?? element;
  };
  const inObject = (object: JsonObject): void => {
    for (const name of Object.keys(object)) {
      const number = numberOf(object[name]);
      if (number !== undefined) object[name] = number;
    }
  };
  const whole = numberOf(root) ?? root;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) inList(next);
    else inObject(next);
  }
  return whole;
}
