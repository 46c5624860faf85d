import { invalid } from '../validation/invalid';
import type { Reply } from '../http/reply';

type Read = { readonly ok: true; readonly value: boolean } | { readonly ok: false; readonly reply: Reply };

const MEANINGS = new Map<string | null, boolean>([
  [null, false],
  ['0', false],
  ['false', false],
  ['1', true],
  ['true', true],
]);

/** Reads `with_data`: whether the caller wants the game data of accounts; false unless told (observed). */
export function readWithData(query: URLSearchParams): Read {
  const value = MEANINGS.get(query.get('with_data'));
  return value === undefined
    ? { ok: false, reply: invalid({ with_data: ['The with data field must be true or false.'] }) }
    : { ok: true, value };
}
