import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { failureCode } from '../store/failureCode';
import { failure, type Result, success } from '../contract/result';

/** What an error of the file system or the database says; libsql's are no `Error` by their prototype. */
export const reasonOf = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'message' in thrown
    ? String(thrown.message)
    : 'unknown error';

const write = 'let the user that the gateway runs as write it and its folder';
const room = 'make room on the disk';

/** What helps, by the code that the system or SQLite gives. */
const hints: Readonly<Record<string, string>> = {
  EACCES: write,
  EPERM: write,
  EROFS: write,
  SQLITE_READONLY: write,
  SQLITE_CANTOPEN: write,
  ENOSPC: room,
  EDQUOT: room,
  SQLITE_FULL: room,
};

/** Says at the start why the file of a setting cannot be used and what to do: `otherwise` where the code says nothing. */
export function storeFault(setting: string, file: string, error: unknown, otherwise: string): string {
  return `${setting}: ${file} cannot be used: ${reasonOf(error)}\n  = hint: ${hints[failureCode(error)] ?? otherwise}`;
}

/** The bytes of a file, or why there are none. */
export function readBytes(file: string): Result<Buffer, string> {
  try {
    return success(readFileSync(file));
  } catch (error) {
    return failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
}

/** How a file is written. */
interface Saving {
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
