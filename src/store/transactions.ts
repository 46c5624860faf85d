import type { DatabaseSync } from 'node:sqlite';

/** Names of the primary result codes of SQLite that callers use (sqlite.org/rescode.html). */
const resultCodes: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/**
 * Returns the code of a failure of the system or of a database, e.g. `ENOSPC`, `SQLITE_FULL`. The result is empty for
 * any other value.
 */
export function failureCode(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return '';
  // The low byte of an extended code is the primary one.
  if ('errcode' in thrown) return resultCodes[Number(thrown.errcode) & 0xff] ?? String(thrown.code);
  return String(thrown.code);
}

/** Longest wait (ms) of a write for another process, which blocks this process. */
export const BUSY_TIMEOUT_MS = 1_000;

export type Transactions = ReturnType<typeof createTransactions>;

/**
 * Creates the transactions of a database. Each starts with the write lock, because a transaction that first reads and
 * then writes would fail at once if another process has written in between (SQLITE_BUSY_SNAPSHOT). After a wait in vain
 * for the lock the next transactions do not wait, until one has got it.
 */
export function createTransactions(database: DatabaseSync) {
  let waits = true;
  const wait = (next: boolean): void => {
    if (waits !== next) database.exec(`PRAGMA busy_timeout = ${next ? BUSY_TIMEOUT_MS : 0}`);
    waits = next;
  };
  const begin = (): void => {
    try {
      database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (failureCode(error) === 'SQLITE_BUSY') wait(false);
      throw error;
    }
    wait(true);
  };
  const commit = (): void => {
    database.exec('COMMIT');
  };
  const isInTransaction = (): boolean => database.isOpen && database.isTransaction;
  // A transaction that SQLite has ended, for example on a full disk, cannot be rolled back.
  const rollBack = (): void => {
    if (isInTransaction()) database.exec('ROLLBACK');
  };
  return {
    begin,
    commit,
    rollBack,
    /** Works in the current transaction, or in a new one. */
    within: <Value>(work: () => Value): Value => {
      if (isInTransaction()) return work();
      begin();
      try {
        const value = work();
        commit();
        return value;
      } catch (error) {
        rollBack();
        throw error;
      }
    },
  };
}
