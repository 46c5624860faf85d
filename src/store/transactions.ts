import type { DatabaseSync } from 'node:sqlite';

/** Names of SQLite's primary result codes that somebody asks for (sqlite.org/rescode.html). */
const resultCodes: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  8: 'SQLITE_READONLY',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  26: 'SQLITE_NOTADB',
};

/** Returns the code of a failure of the system or of a database, e.g. `ENOSPC`, `SQLITE_FULL`; empty for any other value. */
export function failureCode(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return '';
  // The low byte of an extended code is the primary one.
  if ('errcode' in thrown) return resultCodes[Number(thrown.errcode) & 0xff] ?? String(thrown.code);
  return String(thrown.code);
}

/** Time (ms) for which a write waits for another process; nothing else goes on here meanwhile. */
export const BUSY_TIMEOUT = 1_000;

/** Transactions of one database. */
export interface Transactions {
  readonly begin: () => void;
  readonly commit: () => void;
  readonly rollBack: () => void;
  /** Works in the transaction there is, or in one of its own. */
  readonly within: <Value>(work: () => Value) => Value;
}

/**
 * Creates the transactions of a database. Each begins with the write lock: one that reads first and writes then would
 * fail at once if another process has written in between (SQLITE_BUSY_SNAPSHOT). After one has waited in vain for the
 * lock, the next ones do not wait, until one has got it.
 */
export function createTransactions(database: DatabaseSync): Transactions {
  let waits = true;
  const wait = (next: boolean): void => {
    if (waits !== next) database.exec(`PRAGMA busy_timeout = ${next ? BUSY_TIMEOUT : 0}`);
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
  // A transaction that SQLite has ended, as it does when the disk is full, cannot be rolled back.
  const rollBack = (): void => {
    if (isInTransaction()) database.exec('ROLLBACK');
  };
  return {
    ...{ begin, commit, rollBack },
    within: (work) => {
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
