import { ExactNumber, isJsonObject, type Json, type JsonObject } from '../contract/json';
import { readJson } from '../translation/readJson';
import { writeJson } from '../translation/writeJson';
import type { Privacy } from './createPrivacy';

type Scalar = Exclude<Json, Json[] | JsonObject>;

function maskScalar(value: Scalar, path: string, { isSecret, mayKeep, hash }: Privacy): Json {
  if (isSecret(path)) return '(secret)';
  if (value === null || value === '' || mayKeep(path)) return value;
  const text = value instanceof ExactNumber ? value.text : String(value);
  const stands = typeof value === 'string' ? `text of ${text.length}` : 'value';
  return `(${stands} #${hash(text).slice(0, 8)})`;
}

/** The same document with a stand-in for every value that may not be kept: equal values have equal stand-ins. */
function mask(value: Json, path: string, privacy: Privacy): Json {
  if (Array.isArray(value)) return value.map((element) => mask(element, `${path}.[]`, privacy));
  if (!isJsonObject(value)) return maskScalar(value, path, privacy);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      member === undefined ? undefined : mask(member, path === '' ? name : `${path}.${name}`, privacy),
    ]),
  );
}

/** A body as it may be shown and kept; empty where it is no JSON within the limits of any answer. */
export function maskBody(body: string, privacy: Privacy): string {
  const read = readJson(body, 'drop');
  return read.ok ? writeJson(mask(read.value, '', privacy)) : '';
}
