import type { Field } from '../contract/field';
import { ExactNumber, isJsonObject, type Json } from '../contract/json';
import { decimalPlaces, exactDouble, readDecimal, readScientific } from './decimal';
import { failure, type Result, success } from './result';

/** The canonical value, or the sentence that says what is wrong with a field of a given name. */
export type Checked = Result<Json, (name: string) => string>;

const refused = (end: string) => failure((name: string) => `The ${name} field ${end}`);
const notSelectable = failure((name: string) => `The selected ${name} is invalid.`);

/** Length in characters as PHP's mb_strlen counts: code points, not UTF-16 units. */
const characters = (text: string): number => Array.from(text).length;

function readText(field: Field & { kind: 'text' }, value: Json): Checked {
  const { minimumLength, maximumLength, known, closed, format } = field;
  if (typeof value !== 'string') return refused('must be a string.');
  if (minimumLength !== undefined && characters(value) < minimumLength) {
    return refused(`must be at least ${minimumLength} characters.`);
  }
  if (maximumLength !== undefined && value.length > maximumLength && characters(value) > maximumLength) {
    return refused(`must not be greater than ${maximumLength} characters.`);
  }
  return format === 'url' ? readAddress(value) : chosen(value, closed === true ? known : undefined);
}

const chosen = (value: string, among: readonly string[] | undefined): Checked =>
  among?.includes(value) === false ? notSelectable : success(value);

const readAddress = (value: string): Checked =>
  isWebAddress(value) ? success(value) : refused('must be a valid URL.');

const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** A number once it is known to lie within the bounds of its field. */
function bounded(
  number: number,
  { minimum, maximum }: Extract<Field, { kind: 'integer' | 'number' }>,
): Checked {
  if (minimum !== undefined && number < minimum) return refused(`must be at least ${minimum}.`);
  if (maximum !== undefined && number > maximum) return refused(`must not be greater than ${maximum}.`);
  return success(number);
}

function readInteger(field: Field & { kind: 'integer' }, value: Json): Checked {
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  const number = /^[+-]?(0|[1-9]\d*)$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(number)) return refused('must be an integer.');
  // `+ 0` turns the negative zero of "-0" into zero.
  return bounded(number + 0, field);
}

/** Canonical decimal text of a number or numeric text; undefined when it is neither. */
function decimalText(value: Json): string | undefined {
  if (typeof value === 'string') return readScientific(value.trim());
  if (typeof value === 'number') return readScientific(String(value));
  return value instanceof ExactNumber ? readScientific(value.text) : undefined;
}

/** Laravel's `decimal` counts the places of what is written; a text with an exponent is numeric, but none that it knows. */
const isWithin = (places: number, value: Json, canonical: string): boolean =>
  decimalPlaces(canonical) <= places &&
  (typeof value !== 'string' || readDecimal(value.trim()) !== undefined);

/**
 * A text stays the text that was sent: of a small number PHP makes one with an exponent, which its own rule refuses.
 * Only zeros at its end that are too many for that rule are left out.
 */
function readNumber(field: Field & { kind: 'number' }, value: Json): Checked {
  const { decimals } = field;
  const canonical = decimalText(value);
  if (canonical === undefined) return refused('must be a number.');
  if (decimals !== undefined && !isWithin(decimals, value, canonical)) {
    return refused(`must have 0-${decimals} decimal places.`);
  }
  const number = exactDouble(canonical);
  const checked =
    number === undefined ? refused('must not have more than 15 digits.') : bounded(number, field);
  if (!checked.ok || typeof value !== 'string') return checked;
  const text = value.trim();
  return success(decimals === undefined || decimalPlaces(text) <= decimals ? text : canonical);
}

const booleans = new Map<Json, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  [false, false],
  [0, false],
  ['0', false],
]);

function readBoolean(value: Json): Checked {
  const boolean = booleans.get(value);
  return boolean === undefined ? refused('must be true or false.') : success(boolean);
}

function readFreeObject(value: Json): Checked {
  return isJsonObject(value) || Array.isArray(value) ? success(value) : refused('must be an array.');
}

type BodyField = Extract<Field, { kind: 'text' | 'integer' | 'number' | 'boolean' | 'freeObject' }>;

const bodyKinds: readonly string[] = ['text', 'integer', 'number', 'boolean', 'freeObject'];
const isBodyField = (field: Field): field is BodyField => bodyKinds.includes(field.kind);

/** Checks one scalar or free-form value of a v1 body in the live v1's words and returns its canonical form. */
export function readBodyValue(field: Field, value: Json): Checked {
  if (!isBodyField(field)) throw new Error(`a request body has no ${field.kind} here`);
  switch (field.kind) {
    case 'text':
      return readText(field, value);
    case 'integer':
      return readInteger(field, value);
    case 'number':
      return readNumber(field, value);
    case 'boolean':
      return readBoolean(value);
    case 'freeObject':
      return readFreeObject(value);
  }
}
