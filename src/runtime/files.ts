import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { failureCode } from '../store/transactions';
import { failure, type Result, success } from '../contract/result';

/** Failures of the file system in words for people; each sentence continues the name of the file. */
const fileReasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of its path is no folder',
  EISDIR: 'it is a folder',
  EEXIST: 'a file has the name of a folder that is needed',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
};

/** System calls on files; a connection may fail with the same codes. */
const FILE_CALLS = new Set([
  'open',
  'read',
  'write',
  'mkdir',
  'scandir',
  'stat',
  'access',
  'rename',
  'mkdtemp',
]);

const fileCode = (thrown: unknown): string | undefined =>
  typeof thrown === 'object' &&
  thrown !== null &&
  'syscall' in thrown &&
  FILE_CALLS.has(String(thrown.syscall))
    ? failureCode(thrown)
    : undefined;

/** Says why a file or a database failed. */
export const reasonOf = (thrown: unknown): string =>
  fileReasons[fileCode(thrown) ?? ''] ??
  (typeof thrown === 'object' && thrown !== null && 'message' in thrown
    ? String(thrown.message)
    : 'unknown error');

const grantWrite = 'let the user that the gateway runs as write it and its folder, or name another file';
const freeSpace = 'make room on the disk';
const rightLogin = 'name a role that may log in, and its password, in the address of the setting';
const reachable = 'check host and port, and that the server runs and lets this machine in';

/** Hints by the error code of the system or of SQLite. */
const hints: Readonly<Record<string, string>> = {
  EACCES: grantWrite,
  EPERM: grantWrite,
  EROFS: grantWrite,
  SQLITE_READONLY: grantWrite,
  SQLITE_CANTOPEN: grantWrite,
  ENOSPC: freeSpace,
  EDQUOT: freeSpace,
  SQLITE_FULL: freeSpace,
  ECONNREFUSED: reachable,
  ENOTFOUND: reachable,
  ETIMEDOUT: reachable,
  '28P01': rightLogin,
  '28000': rightLogin,
  '3D000': 'create the database: createdb NAME',
  '42501': 'let the role create tables: GRANT CREATE, USAGE ON SCHEMA public TO role',
  '25006': 'name the primary, or all hosts of the cluster: postgres://USER:PASSWORD@ONE:5432,TWO:5432/NAME',
  OLD_SERVER: 'use PostgreSQL 14 or later',
};

const namesFolder = 'make its folder first, or name another place';

/** Returns the remedy for a failure of the system or of a database. Returns undefined for an unknown code. */
export const hintOf = (error: unknown): string | undefined =>
  hints[failureCode(error)] ??
  (['ENOENT', 'ENOTDIR', 'EEXIST'].includes(fileCode(error) ?? '') ? namesFolder : undefined);

/** Recognizes a full disk: its files can be read, and it may have room again later. */
export const isDiskFull = (error: unknown): boolean =>
  ['EFBIG', 'SQLITE_IOERR'].includes(failureCode(error)) || hints[failureCode(error)] === freeSpace;

/** Renders the reason why the file of a setting cannot be used, and a hint: `otherwise` for an unknown code. */
export function storeFault(setting: string, file: string, error: unknown, otherwise: string): string {
  return `${setting}: ${file} cannot be used: ${reasonOf(error)}\n  = hint: ${hintOf(error) ?? otherwise}`;
}

/** The byte order mark U+FEFF in UTF-8; editors of Windows write it at the beginning of a file. */
const MARK = Buffer.from('\uFEFF');

/** Reads the bytes of a file without a byte order mark, or returns the reason why it cannot be read. */
export function readBytes(file: string): Result<Buffer, string> {
  try {
    const bytes = readFileSync(file);
    return success(bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes);
  } catch (error) {
    return failure(`${file} cannot be read: ${reasonOf(error)}`);
  }
}

/** Renders the reason why a file cannot be written, with a hint where there is one. */
export function writeFault(file: string, error: unknown): string {
  const hint = hintOf(error);
  return `${file} cannot be written: ${reasonOf(error)}${hint === undefined ? '' : `\n  = hint: ${hint}`}`;
}

interface Saving {
  /** True to overwrite one that exists. */
  readonly force: boolean;
  /** Permissions of a new file; the system's default if absent. */
  readonly mode?: number | undefined;
  /** Permissions of the file's folder, which is made. Absent: no folder is made. */
  readonly folder?: number;
}

/** Writes a text into a file and makes its folder if asked; or returns the reason why not. */
export function saveFile(file: string, text: string, saving: Saving): Result<undefined, string> {
  const { force, mode, folder } = saving;
  if (!force && existsSync(file)) {
    return failure(`${file} exists already: name another file, or use --force to overwrite it`);
  }
  try {
    if (folder !== undefined) mkdirSync(dirname(file), { recursive: true, mode: folder });
    writeFileSync(file, text, { mode });
    return success(undefined);
  } catch (error) {
    return failure(writeFault(file, error));
  }
}
