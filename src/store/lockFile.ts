import { closeSync, openSync } from 'node:fs';
import { hostname } from 'node:os';
import Database from 'libsql';
import { failureCode } from './failureCode';

/** The process that holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** ISO text. */
  readonly since: string;
}

/** A lock that was asked for: held from now on, or that of somebody else, as far as it is known whose. */
export type Lock =
  | { readonly isMine: true; readonly close: () => void }
  | { readonly isMine: false; readonly holder: Holder | undefined };

/** Waits this long (ms) while the other process writes down who it is. */
const PATIENCE = 1_000;

const TABLE = 'CREATE TABLE IF NOT EXISTS holder (pid INTEGER, host TEXT, since TEXT)';

const isBusy = (error: unknown): boolean => failureCode(error).startsWith('SQLITE_BUSY');

function holderIn(database: Database.Database): Holder | undefined {
  database.exec(`PRAGMA busy_timeout = ${PATIENCE}`);
  try {
    return database.prepare('SELECT pid, host, since FROM holder').get() as Holder | undefined;
  } catch {
    return undefined; // it has not come to write it down
  }
}

/** Takes SQLite's write lock, says in the file who has it, and takes it once more for as long as the process lives. */
function take(database: Database.Database, { pid, host, since }: Holder): void {
  database.exec('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
  database.exec(TABLE);
  database.exec('DELETE FROM holder');
  database.prepare('INSERT INTO holder VALUES (?, ?, ?)').run(pid, host, since);
  database.exec('COMMIT; BEGIN IMMEDIATE');
}

/**
 * Locks a file by a companion, `<path>.lock`, until `close` or the end of the process, however it ends: the lock is the
 * system's, and nothing that is left behind locks anybody out. Throws when the companion cannot be made.
 */
export function lockFile(path: string, now: number): Lock {
  const companion = `${path}.lock`;
  closeSync(openSync(companion, 'a', 0o600));
  const database = new Database(companion);
  try {
    take(database, { pid: process.pid, host: hostname(), since: new Date(now).toISOString() });
  } catch (error) {
    const holder = isBusy(error) ? holderIn(database) : undefined;
    database.close();
    if (isBusy(error)) return { isMine: false, holder };
    throw error;
  }
  return { isMine: true, close: () => void database.close() };
}
