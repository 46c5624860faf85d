import { stringify } from 'lossless-json';
import { ExactNumber } from '../../contract/json';

const exactNumbers = {
  test: (value: unknown) => value instanceof ExactNumber,
  stringify: (value: unknown) => (value instanceof ExactNumber ? value.text : String(value)),
};

/** What a request may hold where a free-form object belongs. */
export type FreeObject = Readonly<Record<string, unknown>> | readonly unknown[] | null;

/**
 * Writes a free-form object into its column. A list becomes the object with its positions as names, as PHP's arrays
 * do; null becomes the empty object.
 */
export function writeFreeObject(value: FreeObject): string {
  const members = Array.isArray(value) ? Object.fromEntries(value.entries()) : (value ?? {});
  return stringify(members, undefined, undefined, [exactNumbers]) ?? '{}';
}
