import { ExactNumber, isJsonObject, isNumber, type Json, type JsonObject } from '../../contract/json';
import { readDecimal, readScientific } from '../../mapping/codecs/exactDecimal';
import type { InstantForm } from './difference';

/** Returns the JSON type of a value. */
export function jsonType(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return isNumber(value) ? 'number' : typeof value;
}

/** Text that is a number; with a leading zero it is a code instead. */
const WRITTEN = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** Most characters of a number: longer ones are no amounts, and calculating with them takes long. */
const MAX_NUMBER_DIGITS = 1_000;

/** Prints a number, or text that is one, as canonical decimal text. Returns undefined for other values. */
export function decimalOf(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return readScientific(String(value));
  const text = value instanceof ExactNumber ? value.text : value;
  if (typeof text !== 'string' || text.length > MAX_NUMBER_DIGITS) return undefined;
  if (value instanceof ExactNumber) return readScientific(text);
  return WRITTEN.test(text) ? readDecimal(text) : undefined;
}

interface Instant {
  readonly form: InstantForm;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const ISO = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?$/;

/** 1985 to 2106; other numbers are not instants. */
const [EARLIEST, LATEST] = [5e8, 4.3e9];

const isBetween = (number: number, least: number, most: number): boolean => number >= least && number <= most;

/** Reads a value that looks like an instant. Without a zone it is UTC, so that the local time zone has no effect. */
export function instantOf(value: Json | undefined): Instant | undefined {
  const number = Number(decimalOf(value));
  if (isBetween(number, EARLIEST, LATEST)) return { form: 'seconds', at: number * 1000 };
  if (isBetween(number, EARLIEST * 1000, LATEST * 1000)) return { form: 'milliseconds', at: number };
  if (typeof value !== 'string') return undefined;
  const [, day, time, zone = 'Z'] = ISO.exec(value) ?? [];
  const at = Date.parse(`${day}T${time}${zone}`);
  return Number.isNaN(at) ? undefined : { form: 'iso', at };
}

/** Lists the members of an object, sorted by name, or the elements of a list, each with its label as text. */
function labelEntries(value: Json[] | JsonObject): readonly (readonly [label: string, entry: Json])[] {
  if (Array.isArray(value)) return value.map((element) => ['', element]);
  const names = Object.keys(value).sort();
  return names.map((name) => [`${JSON.stringify(name)}:`, value[name] ?? null]);
}

/** Prints a value as JSON text with sorted members, so that equal values print alike. Ends when longer than `most`. */
export function printSorted(value: Json, most = Infinity): string {
  let text = '';
  // The reader of the text limits the depth.
  const addText = (inner: Json): void => {
    if (!isJsonObject(inner) && !Array.isArray(inner)) {
      text += JSON.stringify(inner);
      return;
    }
    text += Array.isArray(inner) ? '[' : '{';
    for (const [index, [label, entry]] of labelEntries(inner).entries()) {
      if (text.length > most) return;
      text += index === 0 ? label : `,${label}`;
      addText(entry);
    }
    text += Array.isArray(inner) ? ']' : '}';
  };
  addText(value);
  return text;
}

const MAX_SHOWN_CHARACTERS = 2_000;

/** Prints a value for a difference: JSON text, truncated when long. Returns undefined on the side that has no value. */
export function shownValue(value: Json | undefined): string | undefined {
  if (value === undefined) return undefined;
  const text = printSorted(value, MAX_SHOWN_CHARACTERS);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}…` : text;
}

/** Kinds of text that programs distinguish, each with its pattern; the first that matches wins. */
const FORMS: readonly (readonly [string, RegExp])[] = [
  ['empty', /^$/],
  ['uuid', /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i],
  ['instant', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\dZ$/],
  ['instant with an offset', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[+-]\d\d:?\d\d$/],
  ['instant with a fraction', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d+(Z|[+-]\d\d:?\d\d)$/],
  ['instant without a zone', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/],
  ['day', /^\d{4}-\d\d-\d\d$/],
  ['whole number', /^-?\d+$/],
  ['number', /^-?\d+[.,]\d+$/],
  ['address', /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
  ['mail address', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['hexadecimal', /^[0-9a-f]{16,}$/i],
];

/** Returns the kind of a text, such as `uuid`, or `text` for everything that is meant for people. */
export const textForm = (text: string): string => FORMS.find(([, looks]) => looks.test(text))?.[0] ?? 'text';
