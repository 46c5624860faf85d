import { readFileSync } from 'node:fs';
import { failure, type Result, success } from '../translation/result';
import { reasonOf } from './reasonOf';

/** The bytes of a file, or why there are none. */
export function readBytes(file: string): Result<Buffer, string> {
  try {
    return success(readFileSync(file));
  } catch (error) {
    return failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
}
