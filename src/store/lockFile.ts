import { closeSync, openSync } from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { failureCode } from './transactions';

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** Beginning of the lock as ISO text. */
  readonly since: string;
}

/** Result of lockFile: locked from now on, or locked by a different process, with its name if known. */
export type Lock =
  | { readonly isMine: true; readonly close: () => void }
  | { readonly isMine: false; readonly holder: Holder | undefined };

/** Longest wait (ms) for the name of the holder in the file. */
const MAX_WAIT_MS = 1_000;

const TABLE = 'CREATE TABLE IF NOT EXISTS holder (pid INTEGER, host TEXT, since TEXT)';

const isBusyError = (error: unknown): boolean => failureCode(error) === 'SQLITE_BUSY';

function readHolder(database: DatabaseSync): Holder | undefined {
  database.exec(`PRAGMA busy_timeout = ${MAX_WAIT_MS}`);
  try {
    return database.prepare('SELECT pid, host, since FROM holder').get() as Holder | undefined;
  } catch {
    return undefined; // the holder has not written its name yet
  }
}

/** Takes SQLite's write lock, writes the holder into the file, and takes the lock again for the life of the process. */
function takeLock(database: DatabaseSync, { pid, host, since }: Holder): void {
  database.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
  database.exec(TABLE);
  database.exec('DELETE FROM holder');
  database.prepare('INSERT INTO holder VALUES (?, ?, ?)').run(pid, host, since);
  database.exec('COMMIT; BEGIN IMMEDIATE');
}

/**
 * Locks a file by a companion, `<path>.lock`, until `close` or any end of the process: the system then releases the
 * lock, so that a leftover file locks nobody out. Throws if the companion cannot be created.
 */
export function lockFile(path: string, now: number): Lock {
  const companion = `${path}.lock`;
  closeSync(openSync(companion, 'a', 0o600));
  const database = new DatabaseSync(companion);
  try {
    takeLock(database, { pid: process.pid, host: hostname(), since: new Date(now).toISOString() });
  } catch (error) {
    const holder = isBusyError(error) ? readHolder(database) : undefined;
    database.close();
    if (isBusyError(error)) return { isMine: false, holder };
    throw error;
  }
  return { isMine: true, close: () => database.close() };
}
