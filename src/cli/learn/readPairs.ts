import { isJsonObject } from '../../contract/json';
import type { BodyPair } from '../../learning/examplesOf';
import { readJson } from '../../translation/readJson';
import { failure, type Result, success } from '../../translation/result';
import { readBytes } from '../readBytes';

function pairOf(line: string): BodyPair | undefined {
  const read = readJson(line, 'drop');
  if (!read.ok || !isJsonObject(read.value)) return undefined;
  const { v1, v2 } = read.value;
  return v1 === undefined || v2 === undefined ? undefined : { v1, v2 };
}

/** Reads recorded pairs of bodies, one `{"v1": ..., "v2": ...}` a line; blank lines do not count. */
export function readPairs(file: string): Result<readonly BodyPair[], string> {
  const bytes = readBytes(file);
  if (!bytes.ok) return bytes;
  const pairs: BodyPair[] = [];
  for (const [at, line] of bytes.value.toString().split('\n').entries()) {
    if (line.trim() === '') continue;
    const pair = pairOf(line);
    // Not the line itself: it may hold anything, passwords too.
    if (pair === undefined) return failure(`${file}:${at + 1} is not a pair {"v1": ..., "v2": ...} as JSON`);
    pairs.push(pair);
  }
  return success(pairs);
}
