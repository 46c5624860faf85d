import { open } from 'node:fs/promises';
import { isNativeError } from 'node:util/types';
import type { Fault } from '../../document/fault';
import { failure, type Result, success } from '../../translation/result';

/** Permission bits of anyone but the owner. */
const OTHERS = 0o077;

/** A fault of the file as a whole. */
const fault = (file: string, code: string, message: string, hint?: string): Result<never, Fault> => {
  const whole = { code, message, file, line: 1, column: 1, text: '' };
  return failure(hint === undefined ? whole : { ...whole, hint });
};

const quoted = (file: string): string =>
  /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`;

function unreadable(file: string, thrown: unknown): Result<never, Fault> {
  const code = isNativeError(thrown) && 'code' in thrown ? String(thrown.code) : 'unknown error';
  return code === 'ENOENT'
    ? fault(file, 'key-table-missing', 'there is no such file', 'make one with: lifeboat keys add')
    : fault(file, 'key-table-unreadable', `the file cannot be read (${code})`);
}

/**
 * Reads the text of a key table. A file that others than its owner may read or write is refused, with the command
 * that mends it; one that is not there has the fault code `key-table-missing`.
 */
export async function readKeyFile(file: string): Promise<Result<string, Fault>> {
  try {
    const handle = await open(file, 'r');
    try {
      // Of the open file, not of its name: that may stand for another one by now.
      const { mode } = await handle.stat();
      if (process.platform !== 'win32' && (mode & OTHERS) !== 0) {
        const hint = `run: chmod 600 ${quoted(file)}`;
        return fault(file, 'key-table-exposed', 'others than the owner may read or change this file', hint);
      }
      return success(await handle.readFile('utf8'));
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return unreadable(file, thrown);
  }
}
