import type Database from 'libsql';

/** Returns the code of a system or SQLite failure, e.g. `ENOSPC`, `SQLITE_FULL`; libsql's are no `Error` in every realm. */
export const failureCode = (thrown: unknown): string =>
  typeof thrown === 'object' && thrown !== null && 'code' in thrown ? String(thrown.code) : '';

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
 * fail at once if another process has written in between (SQLITE_BUSY_SNAPSHOT); and a prepared statement that waits for
 * the lock in vain stays in progress (libsql-js, pull request 237): no later write of its connection would be committed.
 * Who has waited in vain waits no more until the lock is free again.
 */
export function createTransactions(database: Database.Database): Transactions {
  let waits = true;
  const wait = (next: boolean): void => {
    if (waits !== next) database.exec(`PRAGMA busy_timeout = ${next ? BUSY_TIMEOUT : 0}`);
    waits = next;
  };
  const begin = (): void => {
    try {
      database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (failureCode(error).startsWith('SQLITE_BUSY')) wait(false);
      throw error;
    }
    wait(true);
  };
  const commit = (): void => void database.exec('COMMIT');
  // Asked when it is closed, the database would end the process.
  const isInTransaction = (): boolean => database.open && database.inTransaction;
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
