import { failureCode } from '../store/failureCode';
import { reasonOf } from './reasonOf';

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
