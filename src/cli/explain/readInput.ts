import type { Json } from '../../contract/json';
import { readJsonBytes } from '../../gateway/readJsonBytes';
import { failure, type Result, success } from '../../translation/result';
import { readBytes } from '../readBytes';
import type { BodySource } from './askedCall';

/** The bytes of a body; none without one. */
export function readSource(source: BodySource | undefined): Result<Buffer, string> {
  if (source === undefined) return success(Buffer.alloc(0));
  return source.kind === 'text' ? success(Buffer.from(source.text)) : readBytes(source.file);
}

/** The JSON of a file, as strictly as the gateway reads v2. */
export function readJsonFile(file: string): Result<Json, string> {
  const bytes = readBytes(file);
  if (!bytes.ok) return bytes;
  const json = readJsonBytes(bytes.value, 'drop');
  return json.ok ? json : failure(`${file} is not JSON that the gateway takes: ${json.failure}`);
}
