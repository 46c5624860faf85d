import { ExactNumber, type Json } from './json';

/** True for a JSON number, also one that is kept as text. */
export const isNumber = (value: Json): value is number | ExactNumber =>
  typeof value === 'number' || value instanceof ExactNumber;
