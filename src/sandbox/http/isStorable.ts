import { ExactNumber, type Json } from '../../contract/json';

/**
 * Whether every text and name in a value can be stored and read again as it is: without U+0000, at which the store's
 * driver ends a text, and without half of a surrogate pair, which UTF-8 cannot hold (RFC 8259 8.2).
 */
export function isStorable(value: Json | undefined): boolean {
  if (typeof value === 'string') return !value.includes('\0') && !/\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return true;
  if (Array.isArray(value)) return value.every(isStorable);
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}
