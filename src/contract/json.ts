/**
 * A number kept as its source text because a double would change it (more than 15 significant digits) or because the
 * text itself matters (exponent notation).
 */
export class ExactNumber {
  constructor(readonly text: string) {}

  /** JSON.stringify has no way to print the source text, so it must not try: `writeJson` does. */
  toJSON(): never {
    throw new TypeError('an exact number is written by writeJson only');
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
