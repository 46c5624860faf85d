import { parse } from 'lossless-json';
import { ExactNumber, isJsonObject, type Json } from '../contract/json';
import { readDecimal } from './decimal';
import { failure, type Result, success } from './result';
import { scanJson } from './scanJson';

/** Why a text is not taken as JSON. */
export type JsonFault = 'syntax' | 'tooDeep' | 'tooManyKeys' | 'pollutingKey';

/** Nothing the APIs exchange comes near these; JSON.stringify breaks on some 10 KB of nested brackets. */
const MAXIMUM_DEPTH = 64;
const MAXIMUM_KEYS = 10_000;

const pollutingKeys: readonly string[] = ['__proto__', 'constructor', 'prototype'];
/** Cheap look for a polluting key; an escape may hide one, so any `\u` is looked into. */
const perhapsPolluting = /__proto__|constructor|prototype|\\u/;

/** Deletes polluting keys from a freshly parsed value and says how many there were. */
function dropPollutingKeys(root: Json): number {
  let dropped = 0;
  const pending: Json[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (Array.isArray(value)) pending.push(...value);
    if (!isJsonObject(value)) continue;
    for (const key of pollutingKeys) {
      if (Object.hasOwn(value, key)) dropped += Reflect.deleteProperty(value, key) ? 1 : 0;
    }
    for (const member of Object.values(value)) if (member !== undefined) pending.push(member);
  }
  return dropped;
}

/** A double where it prints back the same decimal number, the source text otherwise. */
function readNumber(text: string): number | ExactNumber {
  if (/[eE]/.test(text)) return new ExactNumber(text);
  const number = Number(text);
  return readDecimal(String(number)) === readDecimal(text) ? number : new ExactNumber(text);
}

function parseExactly(text: string): Json {
  // lossless-json types its result as unknown; with this number parser it holds Json values only.
  return parse(text, undefined, {
    parseNumber: readNumber,
    onDuplicateKey: ({ newValue }: { newValue: unknown }) => newValue,
  }) as Json;
}

/**
 * Reads a JSON text within limits (64 levels, 10,000 keys), keeping numbers exact.
 * A `__proto__`, `constructor` or `prototype` key is refused in requests (`refuse`) and left out of answers (`drop`).
 */
export function readJson(text: string, pollution: 'refuse' | 'drop'): Result<Json, JsonFault> {
  const shape = scanJson(text);
  if (shape.depth > MAXIMUM_DEPTH) return failure('tooDeep');
  if (shape.keys > MAXIMUM_KEYS) return failure('tooManyKeys');
  try {
    const value = JSON.parse(text) as Json;
    const dropped = perhapsPolluting.test(text) ? dropPollutingKeys(value) : 0;
    // The exact parser would follow `__proto__`, so a text with both is refused either way.
    if (dropped > 0 && (pollution === 'refuse' || shape.exactNumbers)) return failure('pollutingKey');
    return success(shape.exactNumbers ? parseExactly(text) : value);
  } catch {
    return failure('syntax');
  }
}
