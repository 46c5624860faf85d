import { isJsonObject, type Json, parseJson, type ParseFault } from '../../contract/json';
import { failure, type Result } from '../../contract/result';

/** The one key that is no ordinary member: assigning it replaces the prototype of an object. */
const POLLUTING_KEY = '__proto__';

/** Deletes polluting keys from a freshly parsed value and returns their count. */
function dropPollutingKeys(root: Json): number {
  let drops = 0;
  const pending: Json[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) pending.push(...value);
    if (!isJsonObject(value)) continue;
    if (Object.hasOwn(value, POLLUTING_KEY)) drops += Reflect.deleteProperty(value, POLLUTING_KEY) ? 1 : 0;
    for (const member of Object.values(value)) if (member !== undefined) pending.push(member);
  }
  return drops;
}

/** The reason why a text is not accepted as JSON. */
export type JsonFault = ParseFault | 'pollutingKey';

/**
 * Limits of a body: levels far beyond any real body (JSON.stringify breaks on some 10 KB of nested brackets), as many
 * values as do not hold up all clients, and few numbers that no double holds: one of them makes all values of the text
 * take ten times as long.
 */
const REQUEST_LIMITS = { levels: 64, keys: 10_000, values: 50_000, exactNumbers: 2_000 };

/** Limits of an answer, which may be a page of 500 rows; at worst it takes 0.2 s. */
const ANSWER_LIMITS = { levels: 64, keys: 50_000, values: 100_000, exactNumbers: 10_000 };

const NO_LIMITS = { levels: Infinity, keys: Infinity, values: Infinity, exactNumbers: Infinity };

/** Reads a text within limits; a polluting key refuses it or is left out. */
function readWithin(
  text: string,
  pollution: 'refuse' | 'drop',
  limits: typeof NO_LIMITS,
): Result<Json, JsonFault> {
  const read = parseJson(text, limits);
  if (!read.ok) return read;
  // An escape may hide the key.
  const mayPollute = text.includes(POLLUTING_KEY) || text.includes('\\u');
  const dropped = mayPollute ? dropPollutingKeys(read.value) : 0;
  return dropped > 0 && pollution === 'refuse' ? failure('pollutingKey') : read;
}

/**
 * Reads a JSON text within limits, and keeps numbers as they are written. In requests (64 levels, 10,000 keys, 50,000
 * values, 2,000 numbers that no double holds) a `__proto__` key is refused (`refuse`); in answers (five, two and five
 * times as many keys, values and such numbers) it is left out (`drop`).
 */
export const readJson = (text: string, pollution: 'refuse' | 'drop'): Result<Json, JsonFault> =>
  readWithin(text, pollution, pollution === 'refuse' ? REQUEST_LIMITS : ANSWER_LIMITS);

/** Reads a JSON text that the gateway itself has written, of any size. */
export const readOwnJson = (text: string): Result<Json, JsonFault> => readWithin(text, 'drop', NO_LIMITS);

/** Prints a JSON value as text; exact numbers keep all their digits. */
export const writeJson = (value: Json): string => JSON.stringify(value);
