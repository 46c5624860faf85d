import { stringify } from 'lossless-json';
import { ExactNumber, type Json } from '../contract/json';

const exactNumbers = [
  {
    test: (value: unknown) => value instanceof ExactNumber,
    stringify: (value: unknown) => (value instanceof ExactNumber ? value.text : ''),
  },
];

/** Prints a JSON value as text; exact numbers come out digit by digit as they came in. */
export function writeJson(value: Json): string {
  try {
    return JSON.stringify(value);
  } catch {
    return stringify(value, undefined, undefined, exactNumbers) ?? 'null';
  }
}
