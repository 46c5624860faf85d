import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import type { Json } from '../contract/json';
import { type JsonFault, readJson } from '../translation/readJson';
import { failure, type Result } from '../translation/result';

const utf8 = new TextDecoder('utf-8', { fatal: true });

function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Most answers are ASCII: their bytes need to be copied only, not decoded. */
const latin1 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString('latin1');

/** Reads bytes as JSON in strict UTF-8 (RFC 8259 8.1; a byte order mark is ignored). */
export function readJsonBytes(
  bytes: Uint8Array,
  pollution: 'refuse' | 'drop',
): Result<Json, JsonFault | 'encoding'> {
  const text = isAscii(bytes) ? latin1(bytes) : strictUtf8(bytes);
  return text === undefined ? failure('encoding') : readJson(text, pollution);
}
