import type { Json } from '../../contract/json';
import type { Codec } from '../codec';

/** Text of a value from a free-form object, whose type nobody promises; undefined when it has no plain text. */
function plainText(value: Json): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A value from a free-form object as text: numbers and booleans printed, lists and objects as if absent. */
export const text: Codec = {
  name: 'text',
  exact: false,
  writes: { v1: 'text', v2: 'text, a number, true or false' },
  fits: (v2, v1) => v2 === 'json' && v1 === 'text',
  read: plainText,
  write: (v1) => v1,
  witnesses: (number) => [`text ${number}`, number, number % 2 === 0, [number]],
};
