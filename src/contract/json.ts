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

/** A JSON value as read from the wire. */
export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonObject;

/** A JSON object as read from the wire; an absent member reads as `undefined`. */
export interface JsonObject {
  [name: string]: Json | undefined;
}

/** True for a JSON object: neither null, list nor exact number. */
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

/** Reads a member by a name from outside; undefined for inherited members such as `toString`. */
export const ownMember = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined;

/** True for a JSON number, even if it is kept as text. */
export const isNumber = (value: Json): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber;

const decimalText = /^-?\d+(\.\d+)?$/;

/** True for a decimal number, as a JSON number or as plain decimal text. */
export const isDecimal = (value: Json): boolean =>
  isNumber(value) || (typeof value === 'string' && decimalText.test(value));

/** True for the two object shapes in which the live service sends money: main units in `value`, or in `amount`. */
export function isMoneyObject(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const { currency, value: main, amount } = value;
  if (typeof currency === 'string') return amount !== undefined && isDecimal(amount);
  return (
    isJsonObject(currency) && typeof currency['code'] === 'string' && main !== undefined && isDecimal(main)
  );
}

/** Returns the member `data`, in which v1 and v2 answer alike; undefined where a body has none. */
export const dataOf = (body: Json | undefined): Json | undefined =>
  isJsonObject(body) ? body['data'] : undefined;

/**
 * Returns the elements of a list, or with `keyed` of a map; PHP prints an empty map as `[]`. Undefined for other
 * values.
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
export function eachElement(
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
    ? Object.fromEntries(Object.keys(value ?? {}).map((key, at) => [key, madeElements[at]]))
    : madeElements;
}
