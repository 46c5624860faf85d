import { DatabaseSync } from 'node:sqlite';
import { openStore } from '../../../src/store/sqliteStore.js';
import { putDocuments } from '../../../src/store/putRows.js';
import { storeMigrations, type StoreTables } from '../../../src/store/schema.js';
import { failureCode } from '../../../src/store/transactions.js';

const ROWS_OF_A_ROUND = 20;

/**
 * Opens a store's file, writes names of callers, prints each that is kept, moves the write-ahead log, and closes it. A
 * round ends early where others hold the file for longer than a write waits; opening it has to succeed.
 */
async function playRound(path: string, beginning: string, checkpoint: string): Promise<void> {
  const { db, close } = await openStore<StoreTables>({ kind: 'file', path }, storeMigrations);
  try {
    for (let row = 0; row < ROWS_OF_A_ROUND; row += 1) {
      const caller = `${beginning}-${row}`;
      await putDocuments(db, 'label', [{ key: caller, at: 0, value: 'shop' }]);
      process.stdout.write(`${caller}\n`);
    }
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA wal_checkpoint(${checkpoint})`);
    database.close();
  } catch (error) {
    if (failureCode(error) !== 'SQLITE_BUSY') throw error;
  } finally {
    await close();
  }
}

/** Plays rounds on a file without an end. */
async function writeAndLeave(path: string, beginning: string): Promise<void> {
  for (let round = 0; ; round += 1) {
    const checkpoint = round % 2 === 0 ? 'TRUNCATE' : 'RESTART';
    await playRound(path, `${beginning}-${round}`, checkpoint);
  }
}

void writeAndLeave(process.argv[2] ?? '', process.argv[3] ?? '');
