import { stringify } from 'lossless-json';
import { ExactNumber, type Json } from '../contract/json';

const exactNumbers = [
  {
    test: (value: unknown) => value instanceof ExactNumber,
    stringify: (value: unknown) => (value instanceof ExactNumber ? value.text : ''),
  },
];

/** Text that stands in JSON as it is (RFC 8259 7): no quote, backslash, control character, or half of a character. */
const plain = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

function writeObject(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    return stringify(value, undefined, undefined, exactNumbers) ?? 'null';
  }
}

/** Prints a JSON value as text; exact numbers come out digit by digit as they came in. */
export function writeJson(value: Json): string {
  // A plain text or number is most of what there is, and needs nothing that JSON.stringify looks for.
  if (typeof value === 'string' && plain.test(value)) return `"${value}"`;
  if (typeof value === 'number' && Number.isFinite(value)) return `${value}`;
  return writeObject(value);
}
