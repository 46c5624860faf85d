import { TextDecoder } from 'node:util';
import type { Json } from '../contract/json';
import { type JsonFault, readJson } from '../translation/readJson';
import { failure, type Result } from '../translation/result';

/** Reads bytes as JSON in strict UTF-8 (RFC 8259 8.1; a byte order mark is ignored). */
export function readJsonBytes(
  bytes: Uint8Array,
  pollution: 'refuse' | 'drop',
): Result<Json, JsonFault | 'encoding'> {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return failure('encoding');
  }
  return readJson(text, pollution);
}
