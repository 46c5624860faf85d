import { existsSync, writeFileSync } from 'node:fs';
import { failure, type Result, success } from '../translation/result';
import { reasonOf } from './reasonOf';

/** How a file is written. */
export interface Saving {
  /** True to overwrite one that exists. */
  readonly force: boolean;
  /** Permissions of one that is made; those of every new file unless told. */
  readonly mode?: number;
}

/** Writes a text into a file, or says why not. */
export function saveFile(file: string, text: string, { force, mode }: Saving): Result<undefined, string> {
  if (!force && existsSync(file)) {
    return failure(`${file} exists already: name another file, or use --force to overwrite it`);
  }
  try {
    writeFileSync(file, text, { mode });
    return success(undefined);
  } catch (error) {
    return failure(`${file} cannot be written: ${reasonOf(error)}`);
  }
}
