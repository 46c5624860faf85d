import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type Json } from '../contract/json';

/** True when what was read shows what was written; a number may be written as text, an object may show more. */
function shows(found: Json, written: Json): boolean {
  if (isJsonObject(written) && isJsonObject(found)) {
    return Object.entries(written).every(
      ([name, value]) => value === undefined || shows(found[name] ?? null, value),
    );
  }
  const isNumber = typeof found === 'number' && typeof written === 'string' && written.trim() !== '';
  return isDeepStrictEqual(found, written) || (isNumber && Number(written) === found);
}

/**
 * What a read shows of a write that may have been executed: names of fields, never values. Fields that v1 does not show
 * under the name they are written by say nothing.
 */
export function describeReadBack(written: Json, found: Json): string {
  if (!isJsonObject(written) || !isJsonObject(found)) return 'nothing to compare';
  const shared = Object.keys(written).filter((name) => Object.hasOwn(found, name));
  const other = shared.filter((name) => !shows(found[name] ?? null, written[name] ?? null));
  if (shared.length === 0) return 'nothing to compare';
  if (other.length === 0) return `as written: ${shared.join(', ')}`;
  return `not as written: ${other.join(', ')}`;
}
